import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { configure } from '../configuring.ts'
import type { Person } from '../people.ts'
import { invoicesOf, startPaying } from '../paying.ts'
import { pass, pay } from '../sandbox-payments.ts'
import { shared, startWorld, type World } from '../world.ts'

const anyWorld = shared(startWorld)

const change = ({ client }: Person, plan: 'monthly' | 'quarterly' | 'annual') =>
  client.updateSubscription({ body: { plan } })
const running = async ({ client }: Person) => (await client.currentSubscription()).subscription
const amounts = async (person: Person) => (await invoicesOf(person)).map(({ amount }) => amount)
const paid = async (person: Person) =>
  (await invoicesOf(person)).filter(({ status }) => status === 'paid').map(({ amount }) => amount)

async function subscriber(card = 'success', plan: 'monthly' | 'annual' = 'monthly', start = anyWorld) {
  const world = await start()
  const ada = await world.dater()
  await pay(world, (await ada.client.createSubscription({ body: { plan } })).data.clientSecret!, card)
  return { world, ada }
}

test("a plan can't change while a payment is late, and changes once a valid card has paid", async () => {
  const { world, ada } = await subscriber('fails_later', 'monthly', startWorld)
  await pass(world, 31)
  const late = await running(ada)
  expect(late.status).toBe('past_due')
  await expect(change(ada, 'annual')).rejects.toMatchObject({
    status: 409,
    message: 'Your last payment didn’t go through. Use another card first, then change plans.',
  })
  expect(await running(ada)).toMatchObject({ plan: 'monthly', currentPeriodEnd: late.currentPeriodEnd })
  expect(await paid(ada)).toEqual([1290])
  const { clientSecret } = (await ada.client.createSetupIntent()).data
  await pay(world, clientSecret)
  const other = (await ada.client.listPaymentMethods()).data.paymentMethods.find(({ isDefault }) => !isDefault)!
  await ada.client.setDefaultMethod({ params: { id: other._id } })
  expect((await change(ada, 'annual')).data.subscription).toMatchObject({ plan: 'annual', status: 'active' })
})

test('a declined card for another plan changes nothing', async () => {
  const { world, ada } = await subscriber('fails_later', 'monthly', startWorld)
  await pass(world, 10)
  const before = await running(ada)
  await expect(change(ada, 'annual')).rejects.toMatchObject({
    status: 409,
    message: 'Your card was declined, so nothing has changed. Use another card and try again.',
  })
  expect(await running(ada)).toMatchObject({ plan: 'monthly', currentPeriodEnd: before.currentPeriodEnd })
  expect(await amounts(ada)).toEqual([1290])
})

test('Stripe also keeps the plan while a payment is late or a card is declined', async () => {
  const { stripe, ada, id } = await startPaying()
  await stripe.refuseCards()
  await expect(change(ada, 'annual')).rejects.toMatchObject({ status: 409 })
  expect(await running(ada)).toMatchObject({ plan: 'monthly', status: 'active' })
  expect(await amounts(ada)).toEqual([1290])
  await stripe.fail(id)
  // No event has arrived yet, so only the gateway knows about the failed payment.
  await expect(change(ada, 'annual')).rejects.toMatchObject({ status: 409 })
  expect(await running(ada)).toMatchObject({ plan: 'monthly', status: 'past_due' })
})

test('the plan stays the same while a bank decides a dispute', async () => {
  const { stripe, ada, id, sendEvent } = await startPaying()
  await stripe.sandbox().advance(32)
  await sendEvent('charge.dispute.created', await stripe.dispute(id))
  await expect(change(ada, 'annual')).rejects.toMatchObject({
    status: 409,
    message: 'Your last payment is disputed. You can change plans once your bank has settled it.',
  })
})

test('six concurrent plan changes make one change, paid once', async () => {
  const { ada } = await subscriber()
  const all = await Promise.allSettled(Array.from({ length: 6 }, () => change(ada, 'annual')))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await amounts(ada)).length).toBe(2)
  expect((await running(ada)).plan).toBe('annual')
})

test('a plan change blocks others; one left by a dead server blocks them for a minute', async () => {
  const { world, ada } = await subscriber('success', 'monthly', startWorld)
  await world.query("update subscriptions set changing_until = now() + interval '1 minute'")
  const refused = { status: 409, message: 'Your plan is already being changed.' }
  await expect(change(ada, 'annual')).rejects.toMatchObject(refused)
  world.turnClock(61_000)
  expect((await change(ada, 'annual')).data.subscription.plan).toBe('annual')
  expect((await change(ada, 'quarterly')).data.subscription.plan).toBe('quarterly')
})

test('the credit left after a downgrade pays for the next periods', async () => {
  const { world, ada } = await subscriber('success', 'annual', startWorld)
  await change(ada, 'monthly')
  await pass(world, 31 * 5)
  expect((await amounts(ada)).filter((amount) => amount > 0)).toEqual([8280])
  expect(await running(ada)).toMatchObject({ plan: 'monthly', status: 'active' })
  await pass(world, 31)
  expect((await amounts(ada)).filter((amount) => amount > 0)).toEqual([7 * 1290 - 8280, 8280])
  await pass(world, 31)
  expect((await amounts(ada)).filter((amount) => amount > 0)).toEqual([1290, 7 * 1290 - 8280, 8280])
})

test('before a cheaper plan or a cancellation, the quote says what becomes of the money, and that is what happens', async () => {
  const { world, ada } = await subscriber('success', 'annual', startWorld)
  await pass(world, 40)
  const { dueNow, credit, carried, until } = (await ada.client.previewSubscription({ query: { plan: 'monthly' } })).data
  expect([dueNow, credit - carried]).toEqual([0, 1290])
  expect((await ada.client.previewCancellation()).data).toMatchObject({ refund: 0, credit: 0 })
  await change(ada, 'monthly')
  const { currentPeriodEnd } = await running(ada)
  expect(Math.abs(Date.parse(until) - Date.parse(currentPeriodEnd!))).toBeLessThan(60_000)
  // Nothing was refunded. The unused part of this month carries over until the subscription ends.
  const preview = (await ada.client.previewCancellation()).data
  expect(preview).toEqual({ until: currentPeriodEnd, refund: 0, credit: expect.closeTo(carried, -1), currency: 'EUR' })
  await ada.client.cancelSubscription()
  expect(await running(ada)).toMatchObject({ cancelAtPeriodEnd: true, currentPeriodEnd: preview.until })
  const { invoices } = (await ada.client.listInvoices({ query: {} })).data
  expect(invoices.map(({ refunded }) => refunded)).toEqual([0, 0])
})

test('what a cheaper plan leaves ends with the subscription, and a new one costs what is shown', async () => {
  const { world, ada } = await subscriber('success', 'annual')
  await change(ada, 'monthly')
  await ada.client.cancelSubscription({ body: { atPeriodEnd: false } })
  const { clientSecret, subscriptionId } = (await ada.client.createSubscription({ body: { plan: 'monthly' } })).data
  expect((await pay(world, clientSecret!)).status).toBe(200)
  await ada.client.confirmSubscription({ body: { subscriptionId } })
  expect((await amounts(ada))[0]).toBe(1290)
  expect((await ada.client.previewCancellation()).data.credit).toBe(0)
})

test('changing the plan of a subscription that was canceled goes on with it', async () => {
  const { ada } = await subscriber()
  await ada.client.cancelSubscription()
  expect(await running(ada)).toMatchObject({ cancelAtPeriodEnd: true, canceledAt: expect.any(String) })
  await change(ada, 'annual')
  expect(await running(ada)).toMatchObject({ cancelAtPeriodEnd: false, canceledAt: null })
})

test('a dearer plan is quoted with its end and carries nothing over', async () => {
  const { ada } = await subscriber()
  const { dueNow, credit, carried, until } = (await ada.client.previewSubscription({ query: { plan: 'annual' } })).data
  expect([dueNow + credit, carried]).toEqual([8280, 0])
  await change(ada, 'annual')
  expect(Math.abs(Date.parse(until) - Date.parse((await running(ada)).currentPeriodEnd!))).toBeLessThan(60_000)
})

const refund = async (world: World, { client }: Person, amount: number) => {
  const [invoice] = (await client.listInvoices({ query: {} })).data.invoices
  const staff = await world.administrator()
  await staff.client.refundInvoice({ params: { id: invoice!._id }, body: { amount, reason: 'Asked for it.' } })
}

test('what was refunded of the time that is left does not pay for another plan as well', async () => {
  const { world, ada } = await subscriber('success', 'annual')
  await refund(world, ada, 8000)
  const preview = (await ada.client.previewSubscription({ query: { plan: 'monthly' } })).data
  expect(preview).toMatchObject({ amount: 1290, credit: 280, dueNow: 1010, carried: 0 })
  await change(ada, 'monthly')
  expect(await amounts(ada)).toEqual([1010, 8280])
  // The refund belongs to the period that is over.
  expect((await ada.client.previewSubscription({ query: { plan: 'annual' } })).data.credit).toBe(1290)
})

test('Stripe is told what was refunded of the time that is left', async () => {
  const { world, ada } = await startPaying()
  await refund(world, ada, 1000)
  const { dueNow } = (await ada.client.previewSubscription({ query: { plan: 'annual' } })).data
  expect(dueNow).toBe(8280 - 290)
  await change(ada, 'annual')
  expect(await amounts(ada)).toEqual([dueNow, 1290])
})

test('no one pays a price that changed after it was shown', async () => {
  const { world, ada } = await subscriber('success', 'monthly', startWorld)
  const shown = (await ada.client.previewSubscription({ query: { plan: 'annual' } })).data
  const price = { amount: shown.amount, currency: shown.currency }
  const staff = await world.administrator()
  await configure(staff.client, { prices: { monthly: 1290, quarterly: 2970, annual: 9990 } })
  const buy = (body: object) => ada.client.updateSubscription({ body: { plan: 'annual', ...body } })
  await expect(buy({ price })).rejects.toMatchObject({ status: 409 })
  await expect(buy({ price: { ...price, amount: 9990, currency: 'USD' } })).rejects.toMatchObject({ status: 409 })
  expect(await amounts(ada)).toEqual([1290])
  expect((await buy({ price: { ...price, amount: 9990 } })).data.subscription).toMatchObject({ amount: 9990 })
})

test('what a change has taken back of a refund is not taken back by the next one', async () => {
  const { world, ada } = await startPaying()
  await refund(world, ada, 500)
  await change(ada, 'annual')
  await change(ada, 'quarterly')
  expect(await amounts(ada)).toEqual([0, 8280 - 790, 1290])
  // The annual plan counts in full.
  const { credit } = (await ada.client.previewCancellation()).data
  expect(credit).toBe(8280 - 2970)
})

test('a refund is not taken back in time that was given, for which nothing is credited either', async () => {
  const { world, ada } = await startPaying()
  const staff = await world.administrator()
  await staff.client.givePremium({ params: { id: ada.user._id }, body: { months: 1, reason: 'For your patience.' } })
  await refund(world, ada, 500)
  expect((await ada.client.previewSubscription({ query: { plan: 'annual' } })).data).toMatchObject({ dueNow: 0 })
  await change(ada, 'annual')
  expect(await amounts(ada)).toEqual([1290])
})

test('a full refund ends no plan that was paid for meanwhile', async () => {
  const { world, ada, stripe } = await startPaying()
  const outcome: { change?: PromiseSettledResult<unknown> } = {}
  // The refund checks that the period is still the refunded one. Then the member changes plans.
  stripe.beforeAnswering.work = async (call) => {
    if (call !== 'GET /v1/invoices' || outcome.change) return
    outcome.change = { status: 'rejected', reason: 'under way' }
    ;[outcome.change] = await Promise.allSettled([change(ada, 'annual')])
  }
  await refund(world, ada, 1290)
  expect(outcome.change?.status).toBe('fulfilled')
  expect(await running(ada)).toMatchObject({ plan: 'annual', status: 'active' })
})

test('while a full refund ends the subscription, its plan can’t be changed', async () => {
  const { world, ada, stripe } = await startPaying()
  const outcome: { change?: PromiseSettledResult<unknown> } = {}
  stripe.beforeAnswering.work = async (call) => {
    if (call !== 'DELETE /v1/subscriptions/:id' || outcome.change) return
    outcome.change = { status: 'rejected', reason: 'under way' }
    ;[outcome.change] = await Promise.allSettled([change(ada, 'annual')])
  }
  await refund(world, ada, 1290)
  expect(outcome.change).toMatchObject({ status: 'rejected', reason: { status: 409 } })
  expect(await amounts(ada)).toEqual([1290])
})

test('an immediate end is refused instead of waiting for a change of plan, so that no one pays for what ends', async () => {
  const { ada, stripe } = await startPaying()
  const outcome: { end?: PromiseSettledResult<unknown> } = {}
  stripe.beforeAnswering.work = async (call) => {
    if (call !== 'POST /v1/subscriptions/:id' || outcome.end) return
    outcome.end = { status: 'rejected', reason: 'under way' }
    ;[outcome.end] = await Promise.allSettled([ada.client.cancelSubscription({ body: { atPeriodEnd: false } })])
  }
  await change(ada, 'annual')
  expect(outcome.end).toMatchObject({ status: 'rejected', reason: { status: 409 } })
  expect(await running(ada)).toMatchObject({ plan: 'annual', status: 'active' })
})

test.each([1, 2, 3])(
  'a cancellation that comes at read %i of a change of plan holds for the new plan',
  async (read) => {
    const { ada, stripe, id } = await startPaying()
    const cancellation = Promise.withResolvers<unknown>()
    let seen = 0
    stripe.beforeAnswering.work = async (call) => {
      if (call !== 'GET /v1/subscriptions/:id' || ++seen !== read) return
      const canceled = ada.client.cancelSubscription()
      cancellation.resolve(canceled)
      // Time in which it would be done if it didn't wait for the change.
      await Promise.race([canceled, pause(500)])
    }
    await change(ada, 'annual')
    expect(await cancellation.promise).toMatchObject({ data: { subscription: { cancelAtPeriodEnd: true } } })
    expect(await running(ada)).toMatchObject({ plan: 'annual', cancelAtPeriodEnd: true })
    expect(await stripe.subscription(id)).toMatchObject({ cancel_at_period_end: true })
  },
)
