import { expect, test } from 'vitest'
import { reconcile } from '../../src/features/billing/nightly/nightly.ts'
import { isVIP, startPaying, subjects } from '../paying.ts'
import type { World } from '../world.ts'

type Paying = Awaited<ReturnType<typeof startPaying>>

/** The start or the end of the gateway’s current period. */
const periodOf = async ({ stripe, id }: Paying, limit: 'start' | 'end'): Promise<number> =>
  (await stripe.subscription(id)).items.data[0][`current_period_${limit}`] * 1000

/** `grace` is in days after the paid period. */
async function state(world: World, paidUntil: number) {
  const { rows } = await world.query(`select status, disputed, current_period_end as until from subscriptions`)
  const { until, ...row } = rows[0] as { status: string; disputed: boolean; until: Date }
  return { ...row, grace: (until.getTime() - paidUntil) / 86_400_000 }
}
const late = async (world: World) =>
  (await world.query('select why, outcome from late_payments order by since')).rows as object[]

test('a dispute that names only its payment starts a week of grace; winning it ends the grace, losing it ends the plan', async () => {
  const paying = await startPaying()
  const { world, stripe, ada, id, sendEvent } = paying
  await stripe.sandbox().advance(32)
  await sendEvent('customer.subscription.updated', await stripe.subscription(id))
  const paidUntil = await periodOf(paying, 'end')
  const dispute = await stripe.dispute(id)
  await sendEvent('charge.dispute.created', dispute)
  expect(await state(world, paidUntil)).toMatchObject({ status: 'past_due', disputed: true, grace: 7 })
  expect([await isVIP(ada), await late(world)]).toEqual([true, [{ why: 'dispute', outcome: null }]])
  expect(await subjects(world, ada, 4)).toContain('Your payment is disputed')
  await stripe.change(dispute, { status: 'won' })
  await sendEvent('charge.dispute.closed', dispute)
  expect(await state(world, paidUntil)).toMatchObject({ status: 'active', disputed: false, grace: 0 })
  expect(await late(world)).toEqual([{ why: 'dispute', outcome: 'paid' }])
  await stripe.change(dispute, { status: 'lost' })
  await sendEvent('charge.dispute.closed', dispute)
  expect(await state(world, paidUntil)).toMatchObject({ status: 'canceled', disputed: false })
  expect([await isVIP(ada), (await stripe.subscription(id)).status]).toEqual([false, 'canceled'])
})

test('a dispute of the only payment ends the subscription at once, each time', async () => {
  const paying = await startPaying()
  const { world, stripe, ada, id, sendEvent } = paying
  await sendEvent('charge.dispute.created', await stripe.dispute(id))
  expect(await state(world, await periodOf(paying, 'end'))).toMatchObject({ status: 'canceled', disputed: false })
  expect([await isVIP(ada), (await stripe.subscription(id)).status]).toEqual([false, 'canceled'])
  expect(await late(world)).toEqual([{ why: 'dispute', outcome: 'ended' }])
  const told = await subjects(world, ada, 3)
  expect(told).toContain('Your Premium subscription has ended')
  for (const wrong of ['Your payment is disputed', 'Your payment didn’t go through']) expect(told).not.toContain(wrong)
  // A card that its holder disputes right away.
  for (const _again of [1, 2]) {
    const { subscriptionId } = (await ada.client.createSubscription({ body: { plan: 'monthly' } })).data
    const { rows } = await world.query(`select provider_id from subscriptions where id = '${subscriptionId}'`)
    await stripe.pay(rows[0].provider_id as string, 'dispute')
    await expect(ada.client.confirmSubscription({ body: { subscriptionId } })).rejects.toMatchObject({ status: 409 })
    expect(await isVIP(ada)).toBe(false)
  }
})

test('a lost dispute does not count against a later subscription', async () => {
  const { world, stripe, ada, id, sendEvent } = await startPaying()
  const subscription = await stripe.change(await stripe.subscription(id), { created: 1 })
  for (const charge of await stripe.all('charge')) await stripe.change(charge, { created: 2 })
  await stripe.change(await stripe.dispute(id), { status: 'lost' })
  await sendEvent('customer.subscription.updated', subscription)
  expect(await isVIP(ada)).toBe(false)
  const { subscriptionId } = (await ada.client.createSubscription({ body: { plan: 'monthly' } })).data
  const { rows } = await world.query(`select provider_id from subscriptions where id = '${subscriptionId}'`)
  await stripe.pay(rows[0].provider_id as string)
  await ada.client.confirmSubscription({ body: { subscriptionId } })
  expect(await isVIP(ada)).toBe(true)
})

test('a failed renewal leaves a week to pay with another card, then ends the subscription', async () => {
  const paying = await startPaying()
  const { world, stripe, ada, id, sendEvent } = paying
  await sendEvent('invoice.payment_failed', await stripe.fail(id))
  const paidUntil = await periodOf(paying, 'start')
  expect(await state(world, paidUntil)).toMatchObject({ status: 'past_due', grace: 7 })
  expect(await late(world)).toEqual([{ why: 'payment', outcome: null }])
  const { clientSecret } = (await ada.client.createSetupIntent()).data
  const card = await stripe.keepCard(clientSecret)
  await ada.client.setDefaultMethod({ params: { id: card } })
  expect(await state(world, paidUntil)).toMatchObject({ status: 'active' })
  expect((await ada.client.listPaymentMethods()).data.paymentMethods).toMatchObject([
    { _id: card, isDefault: true },
    { isDefault: false },
  ])
  await sendEvent('invoice.payment_failed', await stripe.fail(id))
  await world.query(`update subscriptions set current_period_end = now() - interval '1 minute', updated_at = now()`)
  await reconcile(world.deps)
  expect([(await state(world, paidUntil)).status, (await stripe.subscription(id)).status]).toEqual([
    'canceled',
    'canceled',
  ])
  // An open invoice could still be paid, although the subscription has ended.
  expect((await ada.client.listInvoices()).data.invoices[0]).toMatchObject({ status: 'void' })
})

test('changes that no event reported are found at night and reported', async () => {
  const { world, stripe, ada, id } = await startPaying()
  await stripe.change(await stripe.subscription(id), { cancel_at_period_end: true })
  await world.query(`update subscriptions set updated_at = now() - interval '2 days'`)
  await reconcile(world.deps)
  expect((await ada.client.currentSubscription()).subscription.cancelAtPeriodEnd).toBe(true)
  const reports = `select details from audit_log join audit_contents on audit_id = id where action = 'payments.reconciled'`
  expect((await world.query(reports)).rows).toEqual([{ details: { read: 1, corrected: 1, failed: 0 } }])
  await world.query(`update subscriptions set updated_at = now() - interval '2 days'`)
  await reconcile(world.deps)
  expect((await world.query(reports)).rows).toHaveLength(1)
})

test("invoices link to Stripe's page, and refunds made in Stripe's dashboard are recorded", async () => {
  const { stripe, ada, sendEvent } = await startPaying()
  const link = 'https://invoice.stripe.example/1'
  const [invoice] = await stripe.all('invoice')
  await stripe.change(invoice!, { hosted_invoice_url: link })
  const [charge] = await stripe.all('charge')
  await sendEvent('charge.refunded', await stripe.change(charge!, { amount_refunded: 290 }))
  expect((await ada.client.listInvoices()).data.invoices).toMatchObject([{ amount: 1290, refunded: 290, link }])
})
