import { expect, test } from 'vitest'
import { askAboutDates, announceMutualInterest } from '../../src/features/chat/index.ts'
import type { Person } from '../people.ts'
import { shared, startWorld, until, type World } from '../world.ts'

const anyWorld = shared(startWorld)

const HOUR = 3_600_000

/** Ada and Ben had a date, which began `later - 1` hours ago. It is `hour` where they live. */
async function afterDate({ hour = 12, later = 30, start = anyWorld } = {}) {
  const world = await start()
  const now = world.deps.clock.now().getTime()
  const { ada, ben, id } = await world.talking()
  const zone = zoneWhere(hour, new Date(now + later * HOUR))
  await world.query(`update accounts set time_zone = '${zone}' where id in ('${ada.user._id}', '${ben.user._id}')`)
  const slot = new Date(now + HOUR).toISOString()
  const { plan } = (await ada.client.proposePlan({ params: { id }, body: { slots: [slot], place: 'The pier' } })).data
  const planId = plan!._id
  await ben.client.acceptPlan({ params: { id, planId }, body: { slot } })
  await world.passHours(later, ada, ben)
  return { world, ada, ben, id, planId }
}

/** A time zone where the clock shows this hour at a moment. */
function zoneWhere(hour: number, at: Date): string {
  const ahead = (hour - at.getUTCHours() + 24) % 24
  // These names have the opposite sign.
  return ahead <= 12 ? `Etc/GMT-${ahead}` : `Etc/GMT+${24 - ahead}`
}

const asked = async () => {
  const dated = await afterDate()
  await askAboutDates(dated.world.deps)
  return dated
}
const answer = ({ client }: Person, id: string, met: boolean, again: boolean | null) =>
  client.answerAboutDate({ params: { id }, body: { met, again } })
const listed = async ({ client }: Person) => (await client.listDateQuestions()).data
const news = async ({ client }: Person, words: RegExp) =>
  (await client.listNotifications()).data.notifications.filter(({ text }) => words.test(text))
const AGAIN = /both like to meet again/

test('the day after a date, from nine in the morning, both are asked once how it was', async () => {
  const early = await afterDate({ hour: 8 })
  await askAboutDates(early.world.deps)
  expect(await news(early.ada, /How was/)).toEqual([])
  expect((await listed(early.ada)).questions).toEqual([])
  await expect(answer(early.ada, early.planId, true, true)).rejects.toMatchObject({ status: 404 })
  await early.world.passHours(1, early.ada, early.ben)
  await Promise.all([askAboutDates(early.world.deps), askAboutDates(early.world.deps)])
  for (const person of [early.ada, early.ben]) expect(await news(person, /How was/)).toMatchObject([{ count: 1 }])
  expect(await news(early.ada, /How was/)).toMatchObject([
    { text: 'How was your date with Ben? Your answer stays private.', link: '/dates' },
  ])
  expect((await listed(early.ada)).questions).toMatchObject([{ planId: early.planId, name: 'Ben' }])
})

test('no one is asked on the same day, after a canceled date, or once the match is over', async () => {
  const sameDay = await afterDate({ hour: 22, later: 10 })
  await askAboutDates(sameDay.world.deps)
  expect(await news(sameDay.ada, /How was/)).toEqual([])
  const over = await afterDate()
  await over.ben.client.unmatch({ params: { id: over.id }, body: {} })
  await askAboutDates(over.world.deps)
  expect(await news(over.ada, /How was/)).toEqual([])
})

const DAY = 24
/** Runs the job that announces mutual interest, twice at the same moment. */
const tell = ({ deps }: World) => Promise.all([announceMutualInterest(deps), announceMutualInterest(deps)])

test('both are told once both have wanted to meet again for a day', async () => {
  const { world, ada, ben, id, planId } = await asked()
  await answer(ada, planId, true, true)
  await answer(ben, planId, true, true)
  await world.passHours(DAY - 1, ada, ben)
  await tell(world)
  expect(await news(ben, AGAIN)).toEqual([])
  await world.passHours(1, ada, ben)
  await tell(world)
  for (const [person, other] of [
    [ada, 'Ben'],
    [ben, 'Ada'],
  ] as const)
    expect(await news(person, AGAIN)).toMatchObject([
      { text: `You and ${other} would both like to meet again`, link: `/chat/${id}`, count: 1 },
    ])
  await answer(ben, planId, true, false)
  await answer(ben, planId, true, true)
  await world.passHours(DAY, ada, ben)
  await tell(world)
  for (const person of [ada, ben]) expect(await news(person, AGAIN)).toMatchObject([{ count: 1 }])
})

test('a yes that is changed back reveals nothing about the other’s answer', async () => {
  const { world, ada, ben, planId } = await asked()
  await answer(ada, planId, true, true)
  await world.passHours(1, ada, ben)
  await answer(ben, planId, true, true)
  await tell(world)
  expect(await news(ben, AGAIN)).toEqual([])
  await answer(ben, planId, true, false)
  await world.passHours(2 * DAY, ada, ben)
  await tell(world)
  for (const person of [ada, ben]) expect(await news(person, AGAIN)).toEqual([])
})

test('an answer changes nothing that the other can see, unless both would meet again', async () => {
  const { world, ada, ben, id, planId } = await asked()
  const seen = async () =>
    JSON.stringify([
      await listed(ben),
      (await ben.client.listNotifications()).data,
      (await ben.client.listMatches()).data,
      (await ben.client.getDatePlan({ params: { id } })).data,
      (await ben.client.getPerson({ params: { id: ada.user._id } })).data,
    ])
  // Ada's presence shows, but her answers don't.
  await listed(ada)
  await until(async () => (await ben.client.getPerson({ params: { id: ada.user._id } })).data.user.isOnline)
  const before = await seen()
  for (const [met, again] of [
    [true, true],
    [true, false],
    [true, null],
    [false, null],
  ] as const) {
    await answer(ada, planId, met, again)
    expect(await seen()).toBe(before)
  }
  await answer(ada, planId, true, false)
  await answer(ben, planId, true, true)
  await world.passHours(DAY, ada, ben)
  await tell(world)
  expect(await news(ben, AGAIN)).toEqual([])
})

test('someone who didn’t meet can’t answer that they would meet again', async () => {
  const { world, ada, ben, planId } = await asked()
  await answer(ben, planId, true, true)
  await answer(ada, planId, false, true)
  await world.passHours(DAY, ada, ben)
  await tell(world)
  expect((await listed(ada)).answers).toMatchObject([{ met: false, again: null, name: 'Ben' }])
  expect(await news(ada, AGAIN)).toEqual([])
})

test('people are told that answers may help the order while that is on, and only then', async () => {
  const { world, ada } = await asked()
  const root = await world.administrator()
  const told: boolean[] = [(await listed(ada)).helpOrder]
  for (const on of [true, false]) {
    await root.client.setOrderOutcomes({ body: { on } })
    told.push((await listed(ada)).helpOrder)
  }
  expect(told).toEqual([false, true, false])
})

test('an answer can be changed and deleted, even after the match is over, but only by its author', async () => {
  const { world, ada, ben, id, planId } = await asked()
  const eve = await world.dater({ firstName: 'Eve' })
  await expect(answer(eve, planId, true, true)).rejects.toMatchObject({ status: 404 })
  await answer(ada, planId, true, false)
  await answer(ada, planId, true, true)
  const { questions, answers } = await listed(ada)
  expect([questions, answers]).toMatchObject([[], [{ met: true, again: true, name: 'Ben' }]])
  const params = { id: answers[0]!._id }
  for (const { client } of [eve, ben])
    await expect(client.deleteDateAnswer({ params })).rejects.toMatchObject({ status: 404 })
  await ben.client.unmatch({ params: { id }, body: {} })
  expect((await listed(ada)).answers).toMatchObject([{ name: null }])
  await ada.client.deleteDateAnswer({ params })
  expect((await world.query(`select from date_answers where account_id = '${ada.user._id}'`)).rowCount).toBe(0)
  await expect(ada.client.deleteDateAnswer({ params })).rejects.toMatchObject({ status: 404 })
})

test('when the other deletes their account, an answer and a link stay, and forget the plan', async () => {
  // The eavesdropper is off, because a deleted account is no longer linked to its data.
  const { world, ada, ben, id, planId } = await afterDate({ later: 0, start: () => startWorld({ eavesdrop: false }) })
  await ada.client.sharePlan({ params: { id, planId }, body: { checkAt: null } })
  await world.query(`insert into date_answers (plan_id, account_id, other_id, starts_at, met, answered_at)
    select '${planId}', '${ada.user._id}', '${(await world.dater()).user._id}', now(), true, now()`)
  await world.query(`delete from accounts where id = '${ben.user._id}'`)
  const forgotten = await Promise.all(
    ['plan_shares', 'date_answers'].map((table) => world.query(`select plan_id, account_id from ${table}`)),
  )
  const left = { plan_id: null, account_id: ada.user._id }
  expect(forgotten.map(({ rows }) => rows)).toEqual([[left], [left]])
  const [answered] = (await listed(ada)).answers
  expect(answered).toMatchObject({ met: true, name: null })
  await ada.client.deleteDateAnswer({ params: { id: answered!._id } })
})
