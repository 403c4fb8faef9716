import { expect, test } from 'vitest'
import { findShownLikes } from '../../src/features/matching/queries.ts'
import { ownExport } from '../own-export.ts'
import { nameOf, type Person } from '../people.ts'
import { shared, startWorld, type World } from '../world.ts'

// Members without premium can't work out who likes them.

const anyWorld = shared(startWorld)

const DAY = 86_400_000

const choose = ({ client }: Person, { user }: Person, action: 'like' | 'pass' | 'superlike' = 'like') =>
  client.choose({ body: { userId: user._id, action } })

/** Turns the clock to the moment after the member's next daily renewal. */
async function renew(world: World, { user }: Person): Promise<void> {
  const now = world.deps.clock.now()
  const [shown] = await findShownLikes(world.deps.db, [user._id], new Date(now.getTime() + DAY))
  world.turnClock(shown!.renewed_at.getTime() - now.getTime() + 1000)
}

const likesOf = async (world: World, person: Person) =>
  (await (await world.signedInAgain(person)).client.listLikes()).data

/** The count of likes that a member without premium sees. */
const shownTo = async (world: World, person: Person) => {
  const { count, countText } = await likesOf(world, person)
  return [count, countText]
}

/** Lets some people, whose sessions may have expired, like a person. */
const likedBy = async (world: World, people: readonly Person[], person: Person) => {
  for (const each of people) await choose(await world.signedInAgain(each), person)
}

async function withFans(count: number) {
  const world = await anyWorld()
  const ada = await world.dater()
  const fans: Person[] = []
  for (let each = 0; each < count; each++) fans.push(await world.dater({ firstName: nameOf(each, 'Fan') }))
  return { world, ada, fans }
}

test('without premium a number of likes is a bucket, which a like moves at the next daily renewal', async () => {
  const { world, ada, fans } = await withFans(11)
  await renew(world, ada)
  const few = [null, 'fewer than five']
  expect(await shownTo(world, ada)).toEqual(few)
  await likedBy(world, fans.slice(0, 6), ada)
  expect(await shownTo(world, ada)).toEqual(few)
  await renew(world, ada)
  expect(await shownTo(world, ada)).toEqual([5, '5+'])
  await likedBy(world, fans.slice(6, 9), ada)
  await renew(world, ada)
  expect(await shownTo(world, ada)).toEqual([5, '5+'])
  await likedBy(world, fans.slice(9), ada)
  expect(await shownTo(world, ada)).toEqual([5, '5+'])
  await renew(world, ada)
  expect(await shownTo(world, ada)).toEqual([10, '10+'])
})

test('without premium no pass, block or undo shows whether it was about someone who likes the member', async () => {
  const { world, ada, fans } = await withFans(12)
  await likedBy(world, fans.slice(0, 6), ada)
  await renew(world, ada)
  expect(await shownTo(world, ada)).toEqual([5, '5+'])
  let { client } = await world.signedInAgain(ada)
  for (const fan of fans.slice(0, 2)) await client.block({ body: { userId: fan.user._id } })
  for (const fan of fans.slice(2, 4)) await choose({ ...ada, client }, fan, 'pass')
  for (let day = 0; day < 3; day++) {
    expect(await shownTo(world, ada)).toEqual([5, '5+'])
    await renew(world, ada)
  }
  // Four more likes make ten, but the passes and blocks count now, so six are left in the same bucket.
  await likedBy(world, fans.slice(6, 10), ada)
  await renew(world, ada)
  expect(await shownTo(world, ada)).toEqual([5, '5+'])
  ;({ client } = await world.signedInAgain(ada))
  await client.undoChoice()
  await client.unblock({ params: { userId: fans[0]!.user._id } })
  await renew(world, ada)
  expect(await shownTo(world, ada)).toEqual([5, '5+'])
  // Members who pause lower the count from the next renewal on.
  for (const fan of fans.slice(4, 10))
    await (await world.signedInAgain(fan)).client.setPrivacy({ body: { paused: true } })
  expect(await shownTo(world, ada)).toEqual([5, '5+'])
  await renew(world, ada)
  expect(await shownTo(world, ada)).toEqual([null, 'fewer than five'])
})

test('each member’s likes are renewed at an hour of their own, which their id doesn’t tell', async () => {
  const { world, fans } = await withFans(6)
  const { db, clock } = world.deps
  const ids = fans.map(({ user }) => user._id)
  const moments = async () =>
    (await findShownLikes(db, ids, clock.now())).map(({ renewed_at: at }) => at.toISOString().slice(11))
  const before = await moments()
  expect(new Set(before).size).toBe(6)
  await world.query('update like_hours set key = sha256(key)')
  expect((await moments()).filter((at, nth) => at === before[nth])).toEqual([])
})

test('with premium the number of likes is exact and live, and the bucket returns when premium ends', async () => {
  const { world, ada, fans } = await withFans(7)
  await likedBy(world, fans.slice(0, 5), ada)
  await renew(world, ada)
  expect(await shownTo(world, ada)).toEqual([5, '5+'])
  const untilDay = async (days: number) =>
    world.query(`update accounts set premium_until = '${new Date(world.deps.clock.now().getTime() + days * DAY).toISOString()}'
      where id = '${ada.user._id}'`)
  await untilDay(30)
  expect(await likesOf(world, ada)).toMatchObject({ count: 5, countText: '5', people: { length: 5 } })
  await likedBy(world, fans.slice(5), ada)
  expect(await likesOf(world, ada)).toMatchObject({ count: 7, countText: '7', people: { length: 7 } })
  await untilDay(0)
  expect(await likesOf(world, ada)).toMatchObject({ count: 5, countText: '5+', people: null })
})

test('an export tells no more of likes than the screen', async () => {
  const { world, ada, fans } = await withFans(6)
  await likedBy(world, fans, ada)
  await renew(world, ada)
  await shownTo(world, ada)
  const { client } = await world.signedInAgain(ada)
  const files = await ownExport(world, { ...ada, client })
  const text = Object.values(files)
    .map((file) => new TextDecoder().decode(file))
    .join()
  expect(text).toMatch(/"likes":\s*5,/)
  for (const { user } of fans) expect(text).not.toContain(user._id)
})

test('a like moves its sender in the deck from the next day on, so that repeated requests identify no one', async () => {
  const world = await startWorld()
  const [ada, bea] = [await world.dater(), await world.dater({ firstName: 'Bea' })]
  const others: Person[] = []
  for (let each = 0; each < 38; each++) others.push(await world.dater({ firstName: nameOf(each) }))
  const deckOf = async ({ client }: Pick<Person, 'client'>) =>
    (await client.discover({ query: { limit: '40' } })).data.people
      .map(({ user }) => user._id)
      .filter((id) => id !== bea.user._id)
  const last = new Set((await deckOf(ada)).slice(-4))
  const senders = others.filter(({ user }) => last.has(user._id))
  for (const sender of senders) await choose(sender, bea)
  const today = await deckOf(ada)
  for (const sender of senders) {
    await sender.client.undoChoice()
    await choose(sender, ada)
  }
  expect(await deckOf(ada)).toEqual(today)
  world.turnClock(DAY)
  const again = await world.signedInAgain(ada)
  const first = (await deckOf(again)).slice(0, 20)
  for (const { user } of senders) expect(first).toContain(user._id)
})

test('a super like is in the next block at once, as its sender is shown anyway', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const others: Person[] = []
  for (let each = 0; each < 40; each++) others.push(await world.dater({ firstName: nameOf(each) }))
  const deck = async () =>
    (await ada.client.discover({ query: { limit: '40' } })).data.people.map(({ user }) => user._id)
  const last = (await deck()).at(-1)
  await choose(
    others.find(({ user }) => user._id === last)!,
    ada,
    'superlike',
  )
  expect((await deck()).slice(0, 20)).toContain(last)
})

test('the notification of a super like is read with the match and leads to the chat', async () => {
  const world = await anyWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  await choose(ben, ada, 'superlike')
  const superlike = async () =>
    (await ada.client.listNotifications()).data.notifications.find(({ kind }) => kind === 'superlike')
  expect(await superlike()).toMatchObject({ link: '/likes', read: false })
  const { match } = (await choose(ada, ben)).data
  expect(await superlike()).toMatchObject({ link: `/chat/${match!._id}`, read: true })
})

test('likes of someone without a listed photo wait until they have one, and no one is notified of them', async () => {
  const world = await anyWorld()
  const [ada, eve] = [await world.dater(), await world.member({ firstName: 'Call me baby' })]
  await world.query(`update accounts set premium_until = now() + interval '999 days' where id = '${ada.user._id}'`)
  const location = { city: 'Lisbon', country: 'Portugal' }
  await eve.client.completeProfile({ body: { gender: 'woman', interestedIn: ['woman'], location } })
  await eve.client.choose({ body: { userId: ada.user._id, action: 'superlike', note: 'On Telegram!' } })
  const shown = async () => {
    const { people, superlikes } = (await ada.client.listLikes()).data
    return [people?.length, superlikes.map(({ note }) => note), (await ada.client.listNotifications()).data.unread]
  }
  expect(await shown()).toEqual([0, [], 0])
  await world.picture(eve)
  expect(await shown()).toEqual([1, ['On Telegram!'], 0])
})
