import { expect, test } from 'vitest'
import type { Person } from '../people.ts'
import { announceRenewals, reconcile } from '../../src/features/billing/nightly/nightly.ts'
import { startWorld, type World } from '../world.ts'

const months = (from: string | Date | null, to: string | null) =>
  Math.round((Date.parse(to!) - new Date(from ?? 0).getTime()) / (30.44 * 86_400_000))

const pay = (world: World, clientSecret: string) =>
  world.request('/dev/payments/pay', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientSecret, card: 'success' }),
  })

async function people() {
  const world = await startWorld()
  const [ada, ines] = [await world.dater(), await world.administrator()]
  const give = (count: number, reason = 'For your patience.') =>
    ines.client.givePremium({ params: { id: ada.user._id }, body: { months: count, reason } })
  const isVIP = async ({ client }: Person) => (await client.getProfile()).userData.user.isVIP
  return { world, ada, ines, give, isVIP }
}

test('gifted premium starts now, or after an earlier gift, and ends on its own', async () => {
  const { world, ada, ines, give, isVIP } = await people()
  const first = (await give(2)).data.subscription
  expect([first.amount, months(new Date(), first.currentPeriodEnd)]).toEqual([0, 2])
  expect(await isVIP(ada)).toBe(true)
  const second = (await give(1)).data.subscription
  expect(second.currentPeriodStart).toBe(first.currentPeriodEnd)
  expect(months(first.currentPeriodEnd, second.currentPeriodEnd)).toBe(1)
  expect((await world.mailsTo(ada.email, 2)).at(-1)!.text).toContain('For your patience.')
  const { entries } = (await ines.client.listAudit({ query: { action: 'subscription.given' } })).data
  expect(entries.map(({ reason, details }) => [reason, details['months']])).toEqual([
    ['For your patience.', 1],
    ['For your patience.', 2],
  ])
  const { figures } = (await ines.client.listSubscriptions({ query: {} })).data
  expect(figures.months.at(-1)).toMatchObject({ began: 0, ended: 0 })
  expect(figures.revenue).toMatchObject([{ currency: 'EUR', amounts: Array<number>(12).fill(0) }])
  await world.query(`update subscriptions set current_period_end = now() - interval '1 day'`)
  expect(await isVIP(ada)).toBe(false)
})

test('a gift recipient can subscribe; a running subscription is extended and not charged sooner', async () => {
  const { world, ada, give } = await people()
  await give(1)
  const checkout = (await ada.client.createSubscription({ body: { plan: 'monthly' } })).data
  await pay(world, checkout.clientSecret!)
  const confirm = { subscriptionId: checkout.subscriptionId, paymentIntentId: checkout.paymentIntentId }
  const before = (await ada.client.confirmSubscription({ body: confirm })).data.subscription
  const after = (await give(3)).data.subscription
  expect([after._id, after.plan, after.amount]).toEqual([before._id, 'monthly', 1290])
  expect(months(before.currentPeriodEnd, after.currentPeriodEnd)).toBe(3)
  expect((await ada.client.currentSubscription()).subscription).toMatchObject({
    _id: before._id,
    status: 'active',
    trialEnd: null,
    cancelAtPeriodEnd: false,
  })
  expect((await ada.client.listInvoices({ query: {} })).data.invoices).toHaveLength(1)
  world.turnClock(Date.parse(after.currentPeriodEnd!) - Date.now() - 2 * 86_400_000)
  await announceRenewals(world.deps)
  const subjects = (await world.mailsTo(ada.email, 5)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.includes('trial'))).toEqual([])
  expect(subjects.at(-1)).toContain('Your Premium subscription renews on')
})

test('two administrators who give at the same time each give their own months', async () => {
  const { world, ada, give } = await people()
  const gifts = await Promise.all([give(1), give(1), give(1)])
  const until = gifts
    .map(({ data }) => data.subscription.currentPeriodEnd!)
    .toSorted((a, b) => Date.parse(a) - Date.parse(b))
  expect(until.map((each) => months(new Date(), each))).toEqual([1, 2, 3])
  // Premium ends with the later subscription, whichever was created first.
  await world.query('update subscriptions set created_at = created_at - (current_period_end - now())')
  expect((await ada.client.currentSubscription()).subscription.currentPeriodEnd).toBe(until[2])
})

test('an extension that was cut off before it reached the gateway is completed at night', async () => {
  const { world, ada, give } = await people()
  const checkout = (await ada.client.createSubscription({ body: { plan: 'monthly' } })).data
  await pay(world, checkout.clientSecret!)
  const confirm = { subscriptionId: checkout.subscriptionId, paymentIntentId: checkout.paymentIntentId }
  const before = (await ada.client.confirmSubscription({ body: confirm })).data.subscription
  const { extend } = world.deps.payments
  world.deps.payments.extend = () => Promise.reject(new Error('cut off'))
  expect((await give(2)).data.subscription.currentPeriodEnd).toBe(before.currentPeriodEnd)
  world.deps.payments.extend = extend
  await reconcile(world.deps)
  await reconcile(world.deps)
  const { subscription } = await ada.client.currentSubscription()
  expect(months(before.currentPeriodEnd, subscription.currentPeriodEnd)).toBe(2)
})

test('only administrators can give premium, only to existing users, and only with a reason', async () => {
  const { ada, ines, give } = await people()
  const params = { id: ada.user._id }
  await expect(ada.client.givePremium({ params, body: { months: 1, reason: 'Me.' } })).rejects.toMatchObject({
    status: 403,
  })
  for (const body of [
    { months: 0, reason: 'x' },
    { months: 25, reason: 'x' },
    { months: 1.5, reason: 'x' },
    { months: 1, reason: ' ' },
  ])
    await expect(ines.client.givePremium({ params, body })).rejects.toMatchObject({ status: 400 })
  const never = '00000000-0000-4000-8000-000000000000'
  await expect(
    ines.client.givePremium({ params: { id: never }, body: { months: 1, reason: 'x' } }),
  ).rejects.toMatchObject({
    status: 404,
  })
  await expect(give(1)).resolves.toBeTruthy()
})
