import type { OpenPlan } from '@kindred/contract'
import { expect, test } from 'vitest'
import type { Person } from '../people.ts'
import { present } from '../../../scripts/present.ts'
import { startWorld } from '../world.ts'

const PLACE = 'Café under the fig tree'
const inHours = (hours: number) =>
  new Date(Math.ceil(present().getTime() / 60_000) * 60_000 + hours * 3_600_000).toISOString()
const propose = async ({ client }: Person, id: string, slots: string[]) =>
  (await client.proposePlan({ params: { id }, body: { slots, place: PLACE } })).data.plan!

test('the list has dates to come and open suggestions, the next first, and only while the two can meet', async () => {
  const world = await startWorld()
  const { ada, ben, id } = await world.talking()
  const [cleo, dan] = [await world.dater({ firstName: 'Cleo' }), await world.dater({ firstName: 'Dan' })]
  const [withCleo, withDan] = [await world.matched(ada, cleo), await world.matched(ada, dan)]
  const listOf = async ({ client }: Person) => (await client.listDatePlans()).data.plans
  expect(await listOf(ada)).toEqual([])
  await propose(ada, id, [inHours(30)])
  await propose(cleo, withCleo, [inHours(48), inHours(20)])
  const plan = await propose(dan, withDan, [inHours(40)])
  const params = { id: withDan, planId: plan._id }
  await ada.client.acceptPlan({ params, body: { slot: plan.slots[0]! } })
  await ada.client.sharePlan({ params, body: { checkAt: null } })
  expect(await listOf(ada)).toMatchObject([
    { name: 'Cleo', plan: { state: 'proposed', mine: false, matchId: withCleo, place: PLACE } },
    { name: 'Ben', plan: { state: 'proposed', mine: true } },
    { name: 'Dan', plan: { state: 'accepted', startsAt: plan.slots[0], share: { place: PLACE } } },
  ])
  // Each person has their own links for friends.
  expect(await listOf(dan)).toMatchObject([{ name: 'Ada', plan: { state: 'accepted', share: null } }])
  await ben.client.block({ body: { userId: ada.user._id } })
  await world.query(`update accounts set state = 'banned' where id = '${cleo.user._id}'`)
  expect(await listOf(ada)).toMatchObject([{ name: 'Dan' }])
  await dan.client.endPlan({ params })
  expect([await listOf(ada), await listOf(ben)]).toEqual([[], []])
})

test('dates that are over are listed for the two of them, and places for the one who suggested them', async () => {
  const world = await startWorld()
  const { ada, ben, id } = await world.talking()
  const listOf = async ({ client }: Person) => (await client.listDatePlans()).data
  for (const place of ['The pier', 'The park', 'The pier'])
    await ada.client.proposePlan({ params: { id }, body: { slots: [inHours(1)], place } })
  const { plans } = await listOf(ben)
  const [{ plan }] = plans as [OpenPlan]
  await ben.client.acceptPlan({ params: { id, planId: plan._id }, body: { slot: plan.slots[0]! } })
  expect(await listOf(ada)).toMatchObject({ plans: [{ name: 'Ben' }], past: [], places: ['The pier', 'The park'] })
  await world.query(
    `update date_plans set starts_at = starts_at - interval '26 h', over_at = over_at - interval '26 h'`,
  )
  const past = { _id: plan._id, matchId: id, startsAt: expect.any(String), place: 'The pier' }
  expect(await listOf(ada)).toEqual({
    plans: [],
    past: [{ ...past, name: 'Ben' }],
    places: ['The pier', 'The park'],
  })
  expect(await listOf(ben)).toEqual({ plans: [], past: [{ ...past, name: 'Ada' }], places: [] })
  await ben.client.block({ body: { userId: ada.user._id } })
  for (const person of [ada, ben]) expect((await listOf(person)).past).toEqual([])
})
