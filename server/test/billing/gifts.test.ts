import { expect, test } from 'vitest'
import { isVIP, startPaying } from '../paying.ts'
import { announceRenewals, reconcile } from '../../src/features/billing/nightly/nightly.ts'
import { present } from '../../../scripts/present.ts'
import { pay } from '../sandbox-payments.ts'
import { startWorld } from '../world.ts'

const months = (from: string | Date | null, to: string | null) =>
  Math.round((Date.parse(to!) - new Date(from ?? 0).getTime()) / (30.44 * 86_400_000))

async function people() {
  const world = await startWorld()
  const [ada, ines] = [await world.dater(), await world.administrator()]
  const give = (count: number, reason = 'For your patience.') =>
    ines.client.givePremium({ params: { id: ada.user._id }, body: { months: count, reason } })
  return { world, ada, ines, give }
}

test('gifted premium starts now, or after an earlier gift, and ends on its own', async () => {
  const { world, ada, ines, give } = await people()
  const first = (await give(2)).data.subscription
  expect([first.amount, months(present(), first.currentPeriodEnd)]).toEqual([0, 2])
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

test('a running subscription is extended and not charged sooner', async () => {
  const { world, ada, give } = await people()
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
  world.turnClock(Date.parse(after.currentPeriodEnd!) - present().getTime() - 2 * 86_400_000)
  await announceRenewals(world.deps)
  const subjects = (await world.mailsTo(ada.email, 4)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.includes('trial'))).toEqual([])
  expect(subjects.at(-1)).toContain('Your Premium subscription renews on')
})

test('what is left of a gift is added to a subscription that begins, and paid for only after it', async () => {
  const { world, ada, give } = await people()
  await give(2)
  const gift = (await give(1)).data.subscription
  const checkout = (await ada.client.createSubscription({ body: { plan: 'monthly' } })).data
  await pay(world, checkout.clientSecret!)
  const confirm = { subscriptionId: checkout.subscriptionId, paymentIntentId: checkout.paymentIntentId }
  const bought = (await ada.client.confirmSubscription({ body: confirm })).data.subscription
  const current = async () => (await ada.client.currentSubscription()).subscription!
  const daysAfterGift = async () =>
    (Date.parse((await current()).currentPeriodEnd!) - Date.parse(gift.currentPeriodEnd!)) / 86_400_000
  await expect.poll(daysAfterGift).toBeGreaterThan(27)
  expect(await daysAfterGift()).toBeLessThan(32)
  expect(await current()).toMatchObject({ _id: bought._id, status: 'active', amount: 1290 })
  const { subscriptions } = (await ada.client.listOwnSubscriptions()).data
  const gifts = subscriptions.filter(({ amount }) => amount === 0)
  expect(gifts).toHaveLength(2)
  for (const { currentPeriodStart, currentPeriodEnd } of gifts) {
    expect(Date.parse(currentPeriodEnd!)).toBeLessThanOrEqual(present().getTime())
    expect(Date.parse(currentPeriodStart!)).toBeLessThanOrEqual(Date.parse(currentPeriodEnd!))
  }
})

test('two administrators who give at the same time each give their own months', async () => {
  const { world, ada, give } = await people()
  const gifts = await Promise.all([give(1), give(1), give(1)])
  const until = gifts
    .map(({ data }) => data.subscription.currentPeriodEnd!)
    .toSorted((a, b) => Date.parse(a) - Date.parse(b))
  expect(until.map((each) => months(present(), each))).toEqual([1, 2, 3])
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

/** A member who pays through Stripe, and the months from now until the end of what Stripe has. */
async function payer() {
  const started = await startPaying()
  const { world, stripe, ada, id } = started
  const ines = await world.administrator()
  const give = (count: number) =>
    ines.client.givePremium({ params: { id: ada.user._id }, body: { months: count, reason: 'Sorry.' } })
  const left = async () =>
    months(present(), new Date((await stripe.subscription(id)).items.data[0].current_period_end * 1000).toISOString())
  const hasSameEnd = async () => {
    const { current_period_end: end } = (await stripe.subscription(id)).items.data[0]
    return Date.parse((await ada.client.currentSubscription()).subscription.currentPeriodEnd!) === end * 1000
  }
  return { ...started, give, left, hasSameEnd }
}

test('a gift is added to a period that Stripe has renewed before its event arrived', async () => {
  const { world, stripe, give, left, hasSameEnd } = await payer()
  await stripe.sandbox().advance(31)
  await world.query(`update subscriptions set current_period_start = current_period_start - interval '31 days',
    current_period_end = current_period_end - interval '31 days'`)
  expect(await left()).toBe(1)
  await give(2)
  expect([await left(), await hasSameEnd()]).toEqual([3, true])
  await reconcile(world.deps)
  expect([await left(), await hasSameEnd()]).toEqual([3, true])
})

test('a gift whose response from Stripe was lost is added once, and so is the next one', async () => {
  const { world, stripe, give, left, hasSameEnd } = await payer()
  stripe.beforeAnswering.work = (call) =>
    call === 'POST /v1/subscriptions/:id' ? Promise.reject(new Error('The response is lost.')) : Promise.resolve()
  await give(2)
  delete stripe.beforeAnswering.work
  expect([await left(), await hasSameEnd()]).toEqual([3, false])
  await give(1)
  expect([await left(), await hasSameEnd()]).toEqual([4, true])
  await reconcile(world.deps)
  expect([await left(), await hasSameEnd()]).toEqual([4, true])
})

test('a gift that has not reached Stripe outlasts a change of plan', async () => {
  const { world, ada, give, left, hasSameEnd } = await payer()
  const { extend } = world.deps.payments
  world.deps.payments.extend = () => Promise.reject(new Error('cut off'))
  await give(2)
  world.deps.payments.extend = extend
  await ada.client.updateSubscription({ body: { plan: 'annual' } })
  expect(await left()).toBe(12)
  await reconcile(world.deps)
  expect([await left(), await hasSameEnd()]).toEqual([14, true])
})

test('a plan can’t change while a gift is added, which would shorten the new period', async () => {
  const { ada, stripe, give, left } = await payer()
  const outcome: { change?: PromiseSettledResult<unknown> } = {}
  stripe.beforeAnswering.work = async (call) => {
    if (call !== 'GET /v1/subscriptions/:id' || outcome.change) return
    outcome.change = { status: 'rejected', reason: 'under way' }
    ;[outcome.change] = await Promise.allSettled([ada.client.updateSubscription({ body: { plan: 'annual' } })])
  }
  await give(1)
  expect(outcome.change).toMatchObject({ status: 'rejected', reason: { status: 409 } })
  expect(await left()).toBe(2)
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
