import type { Action } from '@kindred/contract'
import { expect, test } from 'vitest'
import type { Person } from '../people.ts'
import { shared, startWorld, until, type World } from '../world.ts'

// Some swipes must have no effect, or must lose it.

const anyWorld = shared(startWorld)

const choose = ({ client }: Person, other: Person, action: Action = 'like') =>
  client.choose({ body: { userId: other.user._id, action } })

const premium = (world: World, { user }: Person) =>
  world.query(`update accounts set premium_until = now() + interval '30 days' where id = '${user._id}'`)

test('within a match, another choice changes nothing and costs nothing', async () => {
  const world = await anyWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  await world.matched(ada, ben)
  const before = (await ada.client.listNotifications()).data.notifications
  expect((await choose(ben, ada, 'superlike')).data.allowance).toMatchObject({ superlikes: 1 })
  expect((await choose(ben, ada, 'pass')).data.match).toBeNull()
  expect((await ada.client.listNotifications()).data.notifications).toEqual(before)
  expect(
    (
      await world.query(
        `select distinct action from choices where chooser_id in ('${ada.user._id}', '${ben.user._id}')`,
      )
    ).rows,
  ).toEqual([{ action: 'like' }])
})

test('no notification names the sender of a super like that was undone, or one on the other side of a block', async () => {
  const world = await anyWorld()
  const ben = await world.dater({ firstName: 'Ben' })
  const kinds = async () => (await ben.client.listNotifications()).data.notifications.map(({ kind }) => kind)
  const takenBack = [
    (ada: Person) => ada.client.undoChoice(),
    (ada: Person) => choose(ada, ben, 'pass'),
    (ada: Person) => ada.client.block({ body: { userId: ben.user._id } }),
    (ada: Person) => ben.client.block({ body: { userId: ada.user._id } }),
  ]
  for (const takeBack of takenBack) {
    const ada = await world.dater()
    await choose(ada, ben, 'superlike')
    expect(await kinds()).toContain('superlike')
    await takeBack(ada)
    expect(await kinds()).not.toContain('superlike')
  }
})

test('liking someone again on the same day costs no like and sends no notification', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  for (const person of [ada, ben]) await premium(world, person)
  const socket = await world.listen(ben.token)
  const notices = () => socket.received.filter(({ type }) => type === 'notified').length
  const takeBack = [() => ada.client.undoChoice(), () => choose(ada, ben, 'pass')]
  for (let time = 0; time < 6; time++) {
    await choose(ada, ben)
    await takeBack[time % 2]!()
  }
  for (let time = 0; time < 3; time++) {
    await choose(ada, ben, 'superlike')
    await ada.client.undoChoice()
  }
  await choose(ada, ben)
  const { rows } = await world.query(`select likes from allowances where account_id = '${ada.user._id}'`)
  expect(rows).toEqual([{ likes: 1 }])
  await world.matched(ben, await world.dater({ firstName: 'Cai' }))
  await until(() => notices() > 1)
  const likes = async () =>
    (await ben.client.listNotifications()).data.notifications.flatMap(({ kind, text }) => (kind === 'like' ? text : []))
  // One is of Ada's first like, and one of Cai's, which is the only one left.
  expect([notices(), await likes()]).toEqual([2, ['New like']])
  // The next day, it is news again.
  await ada.client.undoChoice()
  await world.query(
    `update allowances set resets_at = now() - interval '1 second' where account_id = '${ada.user._id}'`,
  )
  await choose(ada, ben)
  expect(await likes()).toEqual(['2 new likes'])
})

test('no notification leads to a conversation that was ended, except its farewell', async () => {
  const world = await anyWorld()
  const ben = await world.dater({ firstName: 'Ben' })
  const texts = async () => (await ben.client.listNotifications()).data.notifications.map(({ text }) => text)
  const [unmatch, sayGoodbye] = [
    (ada: Person, id: string) => ada.client.unmatch({ params: { id }, body: {} }),
    (ada: Person, id: string) => ada.client.unmatch({ params: { id }, body: { closing: 'no-spark' } }),
  ]
  const after = async (end: typeof unmatch) => {
    const ada = await world.dater()
    const id = await world.matched(ada, ben)
    await ada.client.sendMessage({ params: { id }, body: { clientId: crypto.randomUUID(), text: 'Hi Ben' } })
    expect(await texts()).toEqual([expect.stringContaining('message'), expect.stringContaining('matched')])
    await end(ada, id)
    return texts()
  }
  expect(await after(unmatch)).toEqual([])
  expect(await after(sayGoodbye)).toEqual([expect.stringContaining('said goodbye')])
})

test('a like after a super like changes nothing and costs nothing', async () => {
  const world = await anyWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  await choose(ada, ben, 'superlike')
  expect((await choose(ada, ben)).data.allowance).toMatchObject({ likes: 50, superlikes: 0 })
  expect((await ben.client.listLikes()).data.superlikes).toHaveLength(1)
})

test('with Premium, likes that were taken back no longer count as new', async () => {
  const world = await anyWorld()
  const ben = await world.dater({ firstName: 'Ben' })
  const cai = await world.dater({ firstName: 'Cai' })
  await premium(world, ben)
  const told = async () => {
    const { notifications } = (await ben.client.listNotifications()).data
    return notifications.filter(({ kind }) => kind === 'like').map(({ text }) => text)
  }
  await choose(cai, ben)
  for (const isPassed of [true, false]) {
    const dan = await world.dater()
    await premium(world, dan)
    await choose(dan, ben)
    expect(await told()).toEqual([expect.stringContaining('2')])
    if (isPassed) await choose(dan, ben, 'pass')
    await dan.client.undoChoice()
    expect(await told()).toEqual([expect.not.stringContaining('2')])
  }
  await cai.client.undoChoice()
  expect(await told()).toEqual([])
})

test('changing the time zone after each reset gives no second allowance on the same day', async () => {
  const world = await anyWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  await choose(ada, ben, 'superlike')
  await world.query(
    `update allowances set resets_at = now() - interval '1 second' where account_id = '${ada.user._id}'`,
  )
  const now = world.deps.clock.now()
  // A time zone in which it is past 11 p.m. now. The names of these zones have the opposite sign.
  const ahead = ((23 - now.getUTCHours() + 9) % 24) - 9
  const timeZone = ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
  await ada.client.editProfile({ body: { timeZone } })
  const { resetsAt } = (await ada.client.getAllowance()).data
  expect(Date.parse(resetsAt) - now.getTime()).toBeGreaterThan(19 * 3_600_000)
  const { data } = await choose(ada, await world.dater({ firstName: 'Cai' }))
  expect(data.allowance.resetsAt).toBe(resetsAt)
})

test("a day ends at the member's midnight, at least 20 hours after the last one", async () => {
  const world = await anyWorld()
  const { user } = await world.dater()
  await world.query(`insert into allowances (account_id, likes, resets_at) values ('${user._id}', 50, now())`)
  const used = async (last: string) => {
    await world.query(`update allowances set resets_at = '${last}' where account_id = '${user._id}'`)
    const midnight = '2026-03-12T00:00:00Z'
    const spend = `matching_use('${user._id}', null, null, '2026-03-11T12:00:00Z', '${midnight}')`
    const [row] = (await world.query(`select likes, resets_at from ${spend}`)).rows
    return [row.likes, (row.resets_at as Date).toISOString()]
  }
  expect(await used('2026-03-10T00:00:00Z')).toEqual([0, '2026-03-12T00:00:00.000Z'])
  expect(await used('2026-03-11T04:00:00Z')).toEqual([0, '2026-03-12T00:00:00.000Z'])
  expect(await used('2026-03-11T11:00:00Z')).toEqual([0, '2026-03-12T07:00:00.000Z'])
  // A day that has already begun keeps its end.
  expect(await used('2026-03-11T14:00:00Z')).toEqual([50, '2026-03-11T14:00:00.000Z'])
})
