import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { sendDueDigests } from '../../src/features/delivery/index.ts'
import { handfulOf } from '../../src/features/discovery/deck/handful.ts'
import { forgetHandfuls } from '../../src/features/discovery/index.ts'
import { sharedWithOwnPeople } from '../own-people.ts'
import { nameOf, type Person } from '../people.ts'

// In quiet mode, a deck has a handful of people a day, from an hour of the member's choice.

const anyWorld = sharedWithOwnPeople()

const HOUR = 3_600_000
const HANDFUL = 6

const deckOf = async ({ client }: Person, query: object = {}) =>
  (await client.discover({ query })).data.people.map(({ user }) => user._id)

const nextOf = async ({ client }: Person) => {
  const { handful } = (await client.discover()).data
  return handful ? new Date(handful.nextAt) : undefined
}

const turnOn = ({ client }: Person, handfulHour: number | null) =>
  client.setNotificationSettings({ body: { handfulHour } })

const choose = ({ client }: Person, userId: string, action: 'pass' | 'like' | 'later' = 'pass') =>
  client.choose({ body: { userId, action } })

/** Ada, at ten in the morning (UTC), and others who fit. */
async function startQuiet(others = 15) {
  const world = await anyWorld()
  const turn = (hour: number, minute: number) => {
    const now = world.deps.clock.now()
    const then = new Date(now)
    then.setUTCHours(hour, minute, 0, 0)
    if (then <= now) then.setUTCDate(then.getUTCDate() + 1)
    world.turnClock(then.getTime() - now.getTime())
  }
  turn(10, 0)
  const member = await world.dater()
  for (let each = 0; each < others; each++) await world.dater({ firstName: nameOf(each) })
  let { token } = member
  const ada = { ...member, client: world.client(() => token) }
  /** Turns the clock to the next time that it's so many minutes after an hour. Ada signs in again. */
  const turnTo = async (hour: number, minute = 0) => {
    turn(hour, minute)
    ;({ token } = await world.signedInAgain(ada))
  }
  return { world, ada, client: ada.client, turnTo }
}

test('a deck without quiet mode is the same as ever, in every byte', async () => {
  const { ada, client } = await startQuiet(8)
  const usual = (await client.discover()).data
  expect(Object.keys(usual).toSorted()).toEqual(['nextCursor', 'people'])
  expect(usual.people).toHaveLength(8)
  expect((await client.getNotificationSettings()).data.settings).not.toHaveProperty('handfulHour')
  expect((await client.getProfile()).userData.user.settings).not.toHaveProperty('handfulHour')
  await turnOn(ada, 19)
  expect((await client.getNotificationSettings()).data.settings).toMatchObject({ handfulHour: 19 })
  expect((await client.getProfile()).userData.user.settings).toMatchObject({ handfulHour: 19 })
  // Other settings keep it.
  await client.setNotificationSettings({ body: { quiet: null } })
  expect(await deckOf(ada)).toHaveLength(HANDFUL)
  await turnOn(ada, null)
  expect((await client.discover()).data).toEqual(usual)
  for (const handfulHour of [-1, 24, 7.5])
    await expect(client.setNotificationSettings({ body: { handfulHour } })).rejects.toMatchObject({ status: 400 })
})

test('a day has the best six people, the same on every device, until all are answered', async () => {
  const { world, ada, client, turnTo } = await startQuiet()
  const best = (await deckOf(ada)).slice(0, HANDFUL)
  await turnOn(ada, 9)
  expect(await deckOf(ada)).toEqual(best)
  // Two devices at once, and pages of any size.
  const [one, other] = await Promise.all([deckOf(ada), deckOf(ada, { limit: '100' })])
  expect([one, other]).toEqual([best, best])
  const first = (await client.discover({ query: { limit: '4' } })).data
  const rest = (await client.discover({ query: { limit: '4', cursor: first.nextCursor! } })).data
  expect([...first.people, ...rest.people].map(({ user }) => user._id)).toEqual(best)
  expect(rest.nextCursor).toBeNull()
  await choose(ada, best[0]!, 'like')
  await choose(ada, best[1]!)
  await choose(ada, best[2]!, 'later')
  expect(await deckOf(ada)).toEqual(best.slice(3))
  await client.undoChoice()
  expect(await deckOf(ada)).toEqual(best.slice(2))
  for (const id of best.slice(2)) await choose(ada, id)
  expect(await deckOf(ada)).toEqual([])
  // There are more people, who can still be found in the search.
  expect((await client.searchPeople({})).data.pagination.total).toBe(9)
  const next = await nextOf(ada)
  expect([next!.getUTCHours(), next!.getUTCMinutes()]).toEqual([9, 0])
  await turnTo(8, 59)
  expect(await deckOf(ada)).toEqual([])
  await turnTo(9)
  expect(world.deps.clock.now().getTime()).toBeGreaterThanOrEqual(next!.getTime())
  const tomorrow = await deckOf(ada)
  expect(tomorrow).toHaveLength(HANDFUL)
  expect(tomorrow.filter((id) => best.includes(id))).toEqual([])
})

test('two devices that ask first at the same moment get the same people', async () => {
  const { world, ada } = await startQuiet()
  // The deck of one of them may have changed meanwhile.
  const all = await deckOf(ada)
  const owner = { id: ada.user._id, time_zone: 'UTC', hour: 9 }
  const from = (start: number) => handfulOf(world.deps, owner, async () => all.slice(start, start + HANDFUL))
  for (let round = 0; round < 8; round++) {
    const asked = await Promise.all(Array.from({ length: 9 }, (_, start) => from(start)))
    expect(new Set(asked.map(({ ids }) => ids.join())).size).toBe(1)
    expect(asked[0]!.ids).toHaveLength(HANDFUL)
    await world.query('delete from handfuls')
  }
  await turnOn(ada, 9)
  const decks = await Promise.all(Array.from({ length: 6 }, () => deckOf(ada)))
  expect(new Set(decks.map((ids) => ids.join())).size).toBe(1)
  expect(decks[0]).toHaveLength(HANDFUL)
})

test('neither another hour, nor off and on, nor other filters bring more people in a day', async () => {
  const { world, ada, client, turnTo } = await startQuiet(14)
  await turnOn(ada, 9)
  const seen = new Set(await deckOf(ada))
  const first = world.deps.clock.now()
  const look = async () => (await deckOf(ada)).forEach((id) => seen.add(id))
  for (const hour of [8, 10, 11, 23, 0, 9]) {
    await turnOn(ada, hour)
    await look()
    await turnOn(ada, null)
    await turnOn(ada, hour)
    await look()
  }
  await client.setPreferences({ body: { ageMin: 20, ageMax: 25 } })
  expect(await deckOf(ada)).toEqual([])
  await client.setPreferences({ body: { ageMin: 18, ageMax: 120 } })
  await look()
  expect(seen.size).toBe(HANDFUL)
  for (const id of seen) await choose(ada, id)
  // Every hour, the hour is set to the one that has just begun.
  const came: number[] = []
  for (let each = 0; each < 24 && came.length === 0; each++) {
    const now = world.deps.clock.now()
    await turnTo((now.getUTCHours() + 1) % 24, 1)
    await turnOn(ada, world.deps.clock.now().getUTCHours())
    if ((await deckOf(ada)).length > 0) came.push((world.deps.clock.now().getTime() - first.getTime()) / HOUR)
  }
  // The first handful began at nine, an hour before it was asked for.
  expect(came[0]).toBeGreaterThanOrEqual(19)
  expect(came[0]).toBeLessThan(20.5)
})

test('in a later time zone, the hour comes later', async () => {
  const { ada, client } = await startQuiet()
  await client.editProfile({ body: { timeZone: 'Asia/Tokyo' } })
  await turnOn(ada, 9)
  // Nine in the morning in Tokyo.
  expect((await nextOf(ada))!.toISOString().slice(11, 16)).toBe('00:00')
})

test('people who no longer fit are gone, newcomers fill empty places, and an empty deck uses up no day', async () => {
  const { world, ada } = await startQuiet(0)
  await turnOn(ada, 9)
  expect((await ada.client.discover()).data).toEqual({ people: [], nextCursor: null })
  const others: Person[] = []
  for (let each = 0; each < 4; each++) others.push(await world.dater({ firstName: nameOf(each) }))
  expect(await deckOf(ada)).toHaveLength(4)
  const gone = others[0]!.user._id
  await ada.client.block({ body: { userId: gone } })
  expect(await deckOf(ada)).toHaveLength(3)
  for (let each = 4; each < 9; each++) await world.dater({ firstName: nameOf(each) })
  // Two places were still empty. The one of the blocked person was taken.
  expect(await deckOf(ada)).toHaveLength(5)
  expect(await deckOf(ada)).not.toContain(gone)
  await ada.client.setPrivacy({ body: { paused: true } })
  expect(await deckOf(ada)).toEqual([])
  await ada.client.setPrivacy({ body: { paused: false } })
  expect(await deckOf(ada)).toHaveLength(5)
})

test('old handfuls are forgotten', async () => {
  const { world, ada } = await startQuiet(3)
  await turnOn(ada, 9)
  await deckOf(ada)
  const count = async () => (await world.query(`select from handfuls where account_id = '${ada.user._id}'`)).rows.length
  await forgetHandfuls(world.deps)
  expect(await count()).toBe(3)
  world.turnClock(4 * 24 * HOUR)
  await forgetHandfuls(world.deps)
  expect(await count()).toBe(0)
})

test('in quiet mode, notifications don’t count', async () => {
  const { world, ada, client } = await startQuiet(0)
  const ben = await world.dater({ firstName: 'Ben' })
  const id = await world.matched(ada, ben)
  for (const text of ['Hello', 'Are you there?'])
    await ben.client.sendMessage({ params: { id }, body: { text, clientId: randomUUID() } })
  const at = world.deps.clock.now().toISOString()
  await world.query(`insert into notifications (account_id, kind, topic, details, count, at, due_at)
    values ('${ada.user._id}', 'like', 'likes', '{"atLeast": true}', 20, '${at}', '${at}')`)
  const texts = async () => (await client.listNotifications()).data.notifications.map(({ text }) => text)
  expect(await texts()).toEqual(expect.arrayContaining(['20+ people like you', '2 new messages from Ben']))
  await turnOn(ada, 9)
  expect(await texts()).toEqual(expect.arrayContaining(['New likes', 'New message from Ben']))
  expect((await texts()).join()).not.toMatch(/\d/)
})

test('emails about matches wait for the hour, and those about messages don’t', async () => {
  const { world, ada, client, turnTo } = await startQuiet(0)
  await client.setNotificationSettings({ body: { kinds: { message: { mail: 'now', push: false } } } })
  await turnOn(ada, 19)
  const ben = await world.dater({ firstName: 'Ben' })
  await choose(ada, ben.user._id, 'like')
  const matchId = (await choose(ben, ada.user._id, 'like')).data.match!._id
  const told = async () =>
    (
      await world.query(`select kind from notifications where account_id = '${ada.user._id}' and told_at is not null`)
    ).rows
      .map(({ kind }) => kind as string)
      .toSorted()
  const digest = async () => {
    world.turnClock(60_000)
    await sendDueDigests(world.deps)
    return told()
  }
  expect(await digest()).toEqual([])
  await ben.client.sendMessage({ params: { id: matchId }, body: { text: 'Hello there', clientId: randomUUID() } })
  expect(await digest()).toEqual(['message'])
  await turnTo(18, 55)
  expect(await digest()).toEqual(['message'])
  await turnTo(19)
  expect(await digest()).toEqual(['match', 'message'])
})
