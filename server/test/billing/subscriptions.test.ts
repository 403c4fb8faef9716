import { expect, test } from 'vitest'
import { days } from '../../src/infra/clock.ts'
import { configure } from '../configuring.ts'
import { begin, isVIP } from '../paying.ts'
import type { Person } from '../people.ts'
import { proof, rounds } from '../proofs.ts'
import { pass, pay } from '../sandbox-payments.ts'
import { shared, startWorld, type World } from '../world.ts'

const anyWorld = shared(startWorld)

const outcomeOf = async (...payment: Parameters<typeof pay>) => {
  const { data } = (await (await pay(...payment)).json()) as { data: { status: string; message: string | null } }
  return data
}
const subscribe = async (world: World, person: Person, card = 'success') => {
  const checkout = await begin(person)
  await pay(world, checkout.clientSecret!, card)
  return (
    await person.client.confirmSubscription({
      body: { subscriptionId: checkout.subscriptionId, paymentIntentId: checkout.paymentIntentId },
    })
  ).data.subscription
}
const none = { status: 404 }

test('subscribers keep the price they signed up for when prices change', async () => {
  const world = await startWorld()
  const { client: staff } = await world.administrator()
  const setMonthly = (monthly: number) => configure(staff, { prices: { monthly, quarterly: 2970, annual: 8280 } })
  await setMonthly(999)
  const ada = await world.dater()
  expect((await subscribe(world, ada)).amount).toBe(999)
  await setMonthly(1999)
  await pass(world, 31)
  const { invoices } = (await ada.client.listInvoices({ query: {} })).data
  expect(invoices.map(({ amount }) => amount)).toEqual([999, 999])
  const ben = await world.dater({ firstName: 'Ben' })
  expect((await subscribe(world, ben)).amount).toBe(1999)
})

test('the credit of the previous plan counts toward the next, to the quoted cent', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  await subscribe(world, ada)
  await pass(world, 10)
  const { dueNow, credit } = (await ada.client.previewSubscription({ query: { plan: 'annual' } })).data
  expect([credit > 0, dueNow + credit]).toEqual([true, 8280])
  await ada.client.updateSubscription({ body: { plan: 'annual' } })
  const { invoices } = (await ada.client.listInvoices({ query: {} })).data
  expect(Math.abs(invoices[0]!.amount - dueNow)).toBeLessThanOrEqual(1)
})

test('what a change to a cheaper plan leaves is part of the next quote', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  await subscribe(world, ada)
  const changeTo = (plan: 'quarterly' | 'monthly' | 'annual') => ada.client.updateSubscription({ body: { plan } })
  await changeTo('annual')
  await changeTo('monthly')
  for (const plan of ['quarterly', 'annual', 'monthly', 'annual'] as const) {
    const { dueNow, credit } = (await ada.client.previewSubscription({ query: { plan } })).data
    await changeTo(plan)
    const [newest] = (await ada.client.listInvoices({ query: {} })).data.invoices
    expect([plan, credit > 5000, Math.abs(newest!.amount - dueNow) <= 1]).toEqual([plan, true, true])
  }
})

test('a member subscribes, pays, has premium at once, and gets a receipt', async () => {
  const world = await anyWorld()
  const ada = await world.dater()
  await expect(ada.client.currentSubscription()).rejects.toMatchObject(none)
  const checkout = await begin(ada)
  expect(checkout).toMatchObject({
    subscription: { plan: 'monthly', status: 'incomplete', currentPeriodEnd: null },
    clientSecret: expect.stringMatching(/_secret_/),
    requiresAction: false,
    paymentIntentId: expect.stringMatching(/^pi_/),
  })
  await expect(ada.client.currentSubscription()).rejects.toMatchObject(none)
  await expect(
    ada.client.confirmSubscription({ body: { subscriptionId: checkout.subscriptionId } }),
  ).rejects.toMatchObject({ status: 409 })
  expect(await isVIP(ada)).toBe(false)
  expect(await outcomeOf(world, checkout.clientSecret!, '4242 4242 4242 4242')).toEqual({
    status: 'succeeded',
    message: null,
  })
  expect(await isVIP(ada)).toBe(true)
  const { subscription } = (await ada.client.confirmSubscription({ body: { subscriptionId: checkout.subscriptionId } }))
    .data
  expect(subscription).toMatchObject({ status: 'active', currentPeriodEnd: expect.any(String) })
  expect((await ada.client.currentSubscription()).subscription._id).toBe(checkout.subscriptionId)
  expect((await ada.client.listInvoices()).data.invoices).toMatchObject([
    { amount: 1290, currency: 'EUR', status: 'paid', tax: 0 },
  ])
  expect((await ada.client.listPaymentMethods()).data.paymentMethods).toMatchObject([
    { brand: 'visa', last4: '4242', isDefault: true },
  ])
  expect((await world.mailsTo(ada.email, 2)).at(-1)!.subject).toContain('Receipt: €12.90')
  await expect(begin(ada)).rejects.toMatchObject({ status: 409 })
})

test.each([
  ['declined', 'Your card was declined. Please try another one.'],
  ['insufficient_funds', 'Your card has insufficient funds.'],
  ['expired', 'Your card has expired.'],
])('a card that is %s grants no premium and says why; another card can be tried', async (card, message) => {
  const world = await anyWorld()
  const ada = await world.dater()
  const { clientSecret, subscriptionId } = await begin(ada)
  expect(await outcomeOf(world, clientSecret!, card)).toEqual({ status: 'failed', message })
  expect((await ada.client.listInvoices()).data.invoices).toEqual([])
  await expect(ada.client.confirmSubscription({ body: { subscriptionId } })).rejects.toMatchObject({ status: 409 })
  expect(await isVIP(ada)).toBe(false)
  expect((await outcomeOf(world, clientSecret!, 'success')).status).toBe('succeeded')
  expect(await isVIP(ada)).toBe(true)
})

test('nothing counts until a confirmation required by the bank is given', async () => {
  const world = await anyWorld()
  const ada = await world.dater()
  const { clientSecret, subscriptionId } = await begin(ada)
  expect((await outcomeOf(world, clientSecret!, 'authentication')).status).toBe('requires_action')
  expect((await begin(ada)).requiresAction).toBe(true)
  await expect(ada.client.confirmSubscription({ body: { subscriptionId } })).rejects.toMatchObject({
    message: 'Please confirm the payment with your bank first.',
  })
  expect((await outcomeOf(world, clientSecret!, 'authentication', { authenticate: true })).status).toBe('succeeded')
  expect(await isVIP(ada)).toBe(true)
})

test('a plan can be changed, set to end with its period, resumed, and ended now', async () => {
  const world = await anyWorld()
  const ada = await world.dater()
  await expect(ada.client.updateSubscription({ body: { plan: 'annual' } })).rejects.toMatchObject(none)
  await subscribe(world, ada)
  expect((await ada.client.previewSubscription({ query: { plan: 'annual' } })).data).toMatchObject({
    currency: 'EUR',
    dueNow: expect.any(Number),
  })
  expect((await ada.client.updateSubscription({ body: { plan: 'annual' } })).data.subscription.plan).toBe('annual')
  await expect(ada.client.reactivateSubscription()).rejects.toMatchObject({ status: 409 })
  expect((await ada.client.cancelSubscription()).data.subscription).toMatchObject({
    status: 'active',
    cancelAtPeriodEnd: true,
    canceledAt: expect.any(String),
  })
  expect(await isVIP(ada)).toBe(true)
  expect((await ada.client.reactivateSubscription()).data.subscription).toMatchObject({
    cancelAtPeriodEnd: false,
    canceledAt: null,
  })
  expect((await ada.client.cancelSubscription({ body: { atPeriodEnd: false } })).data.subscription.status).toBe(
    'canceled',
  )
  expect(await isVIP(ada)).toBe(false)
  await expect(ada.client.currentSubscription()).rejects.toMatchObject(none)
  expect((await ada.client.listOwnSubscriptions()).data.subscriptions).toHaveLength(1)
  await expect(subscribe(world, ada)).resolves.toMatchObject({ status: 'active' })
})

test('over time, subscriptions renew, canceled ones end, and unpaid ones get a week of grace', async () => {
  const world = await startWorld()
  const [renews, ends, fails] = [await world.dater(), await world.dater(), await world.dater()]
  await subscribe(world, renews)
  await subscribe(world, ends)
  await ends.client.cancelSubscription()
  await subscribe(world, fails, 'fails_later')
  await pass(world, 32)
  expect([await isVIP(renews), await isVIP(ends), await isVIP(fails)]).toEqual([true, false, true])
  expect((await renews.client.listInvoices()).data.invoices).toHaveLength(2)
  expect((await fails.client.currentSubscription()).subscription.status).toBe('past_due')
  const ines = await world.administrator()
  const late = async (query = {}) => (await ines.client.listLatePayments({ query })).data
  expect((await late()).payments).toMatchObject([
    { user: { _id: fails.user._id }, why: 'payment', amount: 1290, outcome: null, settledAt: null },
  ])
  await pass(world, 8)
  const disputes = await world.dater()
  await expect(subscribe(world, disputes, 'dispute')).rejects.toMatchObject({ status: 409 })
  const { payments, nextBefore } = await late({ limit: '1' })
  expect(payments).toMatchObject([{ user: { _id: disputes.user._id }, why: 'dispute', outcome: 'ended' }])
  expect((await late({ before: nextBefore! })).payments).toMatchObject([
    { user: { _id: fails.user._id }, outcome: 'ended', settledAt: expect.any(String) },
  ])
  expect(await isVIP(fails)).toBe(false)
  const { invoices } = (await fails.client.listInvoices()).data
  expect(invoices.map(({ status }) => status)).toEqual(['void', 'paid'])
  expect((await world.mailsTo(fails.email, 4)).map(({ subject }) => subject.split(' · ')[0])).toEqual(
    expect.arrayContaining(['Your payment didn’t go through', 'Your Premium subscription has ended']),
  )
})

test('the sandbox bills a period once, however often its clock is advanced at once', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  await subscribe(world, ada)
  await Promise.all(Array.from({ length: 7 }, () => pass(world, 5)))
  const { invoices } = (await ada.client.listInvoices()).data
  expect(invoices).toHaveLength(2)
  expect(invoices[0]!.period_start).toBe(invoices[1]!.period_end)
})

test('200 concurrent creates make one subscription', async () => {
  const world = await anyWorld()
  const ada = await world.dater()
  const many = rounds(40, 200)
  const all = await Promise.all(Array.from({ length: many }, () => begin(ada)))
  expect(new Set(all.map(({ subscriptionId }) => subscriptionId)).size).toBe(1)
  expect(new Set(all.map(({ clientSecret }) => clientSecret)).size).toBe(1)
  expect((await world.query(`select from subscriptions where account_id = '${ada.user._id}'`)).rowCount).toBe(1)
  proof(`${many} concurrent creates: one subscription, one payment`)
})

test('each renewal is announced once, some days ahead, unless it is canceled', async () => {
  const { announceRenewals } = await import('../../src/features/billing/nightly/nightly.ts')
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const { currentPeriodEnd } = await subscribe(world, ada)
  await subscribe(world, ben)
  await ben.client.cancelSubscription()
  const turnToDaysBefore = (count: number) =>
    world.turnClock(Date.parse(currentPeriodEnd!) - days(count) - world.deps.clock.now().getTime())
  const announcements = async ({ email }: Person, atLeast: number) =>
    (await world.mailsTo(email, atLeast)).filter(({ subject }) =>
      subject.startsWith('Your Premium subscription renews on'),
    ).length
  turnToDaysBefore(4)
  await announceRenewals(world.deps)
  expect(await announcements(ada, 2)).toBe(0)
  turnToDaysBefore(3)
  await announceRenewals(world.deps)
  await announceRenewals(world.deps)
  expect([await announcements(ada, 3), await announcements(ben, 2)]).toEqual([1, 0])
})

test('administrators see subscriptions and revenue, and can refund a payment once', async () => {
  const world = await startWorld()
  const [ada, ines] = [await world.dater(), await world.administrator()]
  await subscribe(world, ada)
  const { subscriptions, figures } = (await ines.client.listSubscriptions({ query: { status: 'active' } })).data
  expect(subscriptions).toMatchObject([{ plan: 'monthly', user: { email: ada.email } }])
  expect(figures).toMatchObject({ active: 1, pastDue: 0 })
  expect(figures.months).toHaveLength(12)
  expect(figures.months.at(-1)).toMatchObject({ running: 0, began: 1, ended: 0 })
  expect(figures.revenue.map(({ currency, amounts, refunded }) => [currency, amounts.at(-1), refunded.at(-1)])).toEqual(
    [['EUR', 1290, 0]],
  )
  expect((await ines.client.getStatistics()).data.vip).toBe(1)
  const { invoices } = (await ines.client.listInvoicesOf({ params: { id: ada.user._id } })).data
  const params = { id: invoices[0]!._id }
  const refund = (amount?: number) =>
    ines.client.refundInvoice({ params, body: { reason: 'Asked for it.', ...(amount ? { amount } : {}) } })
  expect((await refund(290)).data.invoice.refunded).toBe(290)
  expect(await isVIP(ada)).toBe(true)
  await expect(refund(2000)).rejects.toMatchObject({ status: 409 })
  const both = await Promise.allSettled([refund(), refund()])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await isVIP(ada)).toBe(false)
})

test('the list of subscriptions continues after the last one, until nothing is left', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  for (let nth = 0; nth < 5; nth++) await subscribe(world, await world.dater())
  const list = async (query: object) => (await ines.client.listSubscriptions({ query: { limit: '2', ...query } })).data
  const ids = ({ subscriptions }: Awaited<ReturnType<typeof list>>) => subscriptions.map(({ _id }) => _id)
  const first = await list({})
  expect(first.nextAfter).toBe(first.subscriptions.at(-1)!._id)
  const second = await list({ after: first.nextAfter })
  const third = await list({ after: second.nextAfter })
  expect(third.nextAfter).toBeNull()
  expect(new Set([first, second, third].flatMap(ids)).size).toBe(5)
  const oldest = await list({ sort: 'oldest', limit: '3' })
  const rest = await list({ sort: 'oldest', limit: '3', after: oldest.subscriptions.at(-1)!._id })
  expect([oldest, rest].flatMap(ids)).toEqual([first, second, third].flatMap(ids).toReversed())
  const canceled = await list({ status: 'canceled' })
  expect([ids(canceled), canceled.nextAfter]).toEqual([[], null])
})

test("a member can't see or confirm someone else's subscription", async () => {
  const world = await anyWorld()
  const [ada, eve] = [await world.dater(), await world.dater()]
  const { _id: id } = await subscribe(world, ada)
  await expect(eve.client.getSubscription({ params: { id } })).rejects.toMatchObject(none)
  await expect(eve.client.confirmSubscription({ body: { subscriptionId: id } })).rejects.toMatchObject(none)
  const [card] = (await ada.client.listPaymentMethods()).data.paymentMethods
  await expect(eve.client.removeMethod({ params: { id: card!._id } })).rejects.toMatchObject(none)
  await ada.client.removeMethod({ params: { id: card!._id } })
  expect((await ada.client.listPaymentMethods()).data.paymentMethods).toEqual([])
})
