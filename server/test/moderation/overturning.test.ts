import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { days, hours } from '../../src/infra/clock.ts'
import { decide, decisionsAbout, report, settle } from '../deciding.ts'
import type { Person } from '../people.ts'
import { pay } from '../sandbox-payments.ts'
import { shared, startWorld, until, type World } from '../world.ts'

// A successful appeal restores everything that a decision took away.

const started = shared(async () => {
  const world = await startWorld()
  return { world, ines: await world.administrator(), omar: await world.administrator() }
})

async function overturn(world: World, staff: Person, member: Person, id: string) {
  const own = await world.signedInAgain(member)
  const message = 'It was my cousin.'
  const { _id } = (await own.client.appealDecision({ params: { id }, body: { message } })).data.appeal
  const { client } = await world.signedInAgain(staff)
  await client.decideAppeal({ params: { id: _id }, body: { outcome: 'overturned', reason: 'It was their cousin.' } })
}

async function subscribe(world: World, { client }: Person) {
  const { clientSecret, subscriptionId, paymentIntentId } = (
    await client.createSubscription({ body: { plan: 'monthly' } })
  ).data
  await pay(world, clientSecret)
  const { subscription } = (await client.confirmSubscription({ body: { subscriptionId, paymentIntentId } })).data
  return Date.parse(subscription.currentPeriodEnd!)
}

const returned = async (world: World, { email }: Person) =>
  (await world.mailsTo(email, 0)).flatMap(({ subject, text }) => (subject.includes('Premium days') ? [text] : []))

test('an overturned suspension gives back matches, the session, strikes and each missed day of premium once', async () => {
  const { world, ines, omar } = await started()
  const { ada, ben, id } = await world.talking()
  await ben.client.sendMessage({ params: { id }, body: { clientId: randomUUID(), text: 'Hello Ada' } })
  const end = await subscribe(world, ben)
  const matches = async () => (await (await world.signedInAgain(ada)).client.listMatches()).data.matches
  const [first, second] = [
    await decide(ines, ben, { kind: 'suspend', days: 30 }),
    await decide(ines, ben, { kind: 'suspend', days: 20 }),
  ]
  await settle(world)
  expect(await matches()).toEqual([])
  world.turnClock(days(9) + hours(12))
  // The other suspension applied at the same time, so nothing is given back until both are overturned.
  await overturn(world, omar, ben, first._id)
  expect(await returned(world, ben)).toEqual([])
  await overturn(world, omar, ben, second._id)
  expect(await matches()).toMatchObject([{ _id: id, lastMessage: { text: 'Hello Ada' } }])
  const again = await world.signedInAgain(ben)
  expect((await again.client.getProfile()).userData.user.state).toBe('active')
  expect((await decisionsAbout(await world.signedInAgain(omar), ben)).standing.strikes).toBe(0)
  const periodEnd = async () =>
    Date.parse((await again.client.currentSubscription()).subscription!.currentPeriodEnd!) - end
  await until(async () => (await periodEnd()) > days(9))
  expect(Math.round((await periodEnd()) / days(1))).toBe(10)
  expect(await returned(world, ben)).toEqual([expect.stringContaining('you missed 10 days of Premium')])
})

test('an overturned suspension that canceled a subscription gives back all that was left of it', async () => {
  const { world, ines, omar } = await started()
  const ben = await world.dater({ firstName: 'Ben' })
  const end = await subscribe(world, ben)
  const staff = await world.signedInAgain(ines)
  const { _id } = await decide(staff, ben, { kind: 'suspend', days: 3, subscription: 'cancel' })
  await settle(world)
  const premiumUntil = async () =>
    (await world.query(`select premium_until from accounts where id = '${ben.user._id}'`)).rows[0].premium_until as Date
  await until(async () => (await premiumUntil()).getTime() < end - days(1))
  await overturn(world, omar, ben, _id)
  const returnedUntil = (await premiumUntil()).getTime()
  expect(returnedUntil).toBeGreaterThanOrEqual(end - 1000)
  expect(returnedUntil).toBeLessThan(end + days(2))
  const subscription = (await (await world.signedInAgain(ben)).client.currentSubscription()).subscription
  expect(subscription).toMatchObject({ amount: 0 })
})

test('what an overturned decision removed from a profile is back, and an early end returns no premium', async () => {
  const { world, ines, omar } = await started()
  const ben = await world.dater({ firstName: 'Ben' })
  const end = await subscribe(world, ben)
  await ben.client.editProfile({ body: { bio: 'I bake.' } })
  const staff = await world.signedInAgain(ines)
  const { _id } = await decide(staff, ben, { kind: 'hide', hide: { bio: true } })
  const { _id: suspension } = await decide(staff, ben, { kind: 'suspend', days: 5 })
  await settle(world)
  world.turnClock(days(2))
  await (
    await world.signedInAgain(ines)
  ).client.liftDecision({ params: { id: suspension }, body: { reason: 'They explained it.' } })
  await overturn(world, omar, ben, _id)
  const again = await world.signedInAgain(ben)
  expect((await again.client.getProfile()).userData.user.bio).toBe('I bake.')
  expect(Date.parse((await again.client.currentSubscription()).subscription!.currentPeriodEnd!)).toBe(end)
})

test('reports that an overturned decision closed are open again, except for those that staff have moved since', async () => {
  const { world, ines, omar } = await started()
  const ben = await world.dater({ firstName: 'Ben' })
  const reporters = [await world.dater(), await world.dater(), await world.dater()] as const
  const [staff, reports] = [
    await world.signedInAgain(ines),
    await Promise.all(reporters.map((each) => report(each, ben))),
  ]
  for (const { _id: id } of reports) await staff.client.getReportEvidence({ params: { id }, reason: 'To decide.' })
  const { _id } = await decide(staff, ben, { kind: 'warn', reportId: reports[0]!._id })
  await settle(world)
  world.turnClock(hours(1))
  const { client } = await world.signedInAgain(ines)
  const ends = [['in_progress', 'rejected'], ['in_progress', 'resolved'], []] as const
  for (const [at, statuses] of ends.entries())
    for (const status of statuses) await client.setReportStatus({ params: { id: reports[at]!._id }, body: { status } })
  await overturn(world, omar, ben, _id)
  const statuses = reports.map(async ({ _id: id }) => (await client.getReport({ params: { id } })).data.report.status)
  expect(await Promise.all(statuses)).toEqual(['rejected', 'resolved', 'in_progress'])
  const own = await world.signedInAgain(reporters[2])
  const [newest] = (await own.client.listNotifications()).data.notifications
  expect(newest).toMatchObject({ kind: 'report', text: 'We’re looking into your report', count: 2 })
  const { entries } = (await client.listAudit({ query: { action: 'report.status' } })).data
  expect(entries[0]).toMatchObject({
    subject: { _id: reports[2]!._id },
    reason: 'It was their cousin.',
    details: { before: 'resolved', after: 'in_progress' },
  })
})
