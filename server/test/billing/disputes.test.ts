import { expect, test } from 'vitest'
import { reconcile } from '../../src/features/billing/nightly/reconcile.ts'
import { startPaying } from '../paying.ts'
import type { Person } from '../people.ts'
import type { World } from '../world.ts'

const state = async (world: World) => {
  const { rows } = await world.query(
    `select status, disputed, round(extract(epoch from current_period_end - current_period_start) / 86400)::int as days from subscriptions`,
  )
  return rows[0] as { status: string; disputed: boolean; days: number }
}
const isVIP = async ({ client }: Person) => (await client.getProfile()).userData.user.isVIP
const late = async (world: World) =>
  (await world.query('select why, outcome from late_payments order by since')).rows as object[]
const subjects = async (world: World, { email }: Person, atLeast: number) =>
  (await world.mailsTo(email, atLeast)).map(({ subject }) => subject.split(' · ')[0])

test('a dispute that names only its payment starts a week of grace; winning it ends the grace, losing it ends the plan', async () => {
  const { world, stripe, ada, id, sendEvent } = await startPaying()
  const dispute = stripe.dispute(id)
  await sendEvent('charge.dispute.created', dispute)
  expect(await state(world)).toMatchObject({ status: 'past_due', disputed: true, days: 37 })
  expect([await isVIP(ada), await late(world)]).toEqual([true, [{ why: 'dispute', outcome: null }]])
  expect(await subjects(world, ada, 3)).toContain('Your payment is disputed')
  dispute['status'] = 'won'
  await sendEvent('charge.dispute.closed', dispute)
  expect(await state(world)).toMatchObject({ status: 'active', disputed: false, days: 30 })
  expect(await late(world)).toEqual([{ why: 'dispute', outcome: 'paid' }])
  dispute['status'] = 'lost'
  await sendEvent('charge.dispute.closed', dispute)
  expect(await state(world)).toMatchObject({ status: 'canceled', disputed: false })
  expect([await isVIP(ada), stripe.books.get(id)['status']]).toEqual([false, 'canceled'])
})

test('a lost dispute does not count against a later subscription', async () => {
  const { world, stripe, ada, id, sendEvent } = await startPaying()
  stripe.books.get(id)['created'] = 1
  for (const charge of stripe.books.all('charge')) charge['created'] = 2
  Object.assign(stripe.dispute(id), { status: 'lost' })
  await sendEvent('customer.subscription.updated', stripe.books.get(id))
  expect(await isVIP(ada)).toBe(false)
  const { subscriptionId } = (await ada.client.createSubscription({ body: { plan: 'monthly' } })).data
  const { rows } = await world.query(`select provider_id from subscriptions where id = '${subscriptionId}'`)
  stripe.pay(rows[0].provider_id as string)
  await ada.client.confirmSubscription({ body: { subscriptionId } })
  expect(await isVIP(ada)).toBe(true)
})

test('a failed renewal leaves a week to pay with another card, then ends the subscription', async () => {
  const { world, stripe, ada, id, sendEvent } = await startPaying()
  stripe.fail(id)
  await sendEvent('invoice.payment_failed', stripe.books.get(id)['latest_invoice'] as object)
  expect(await state(world)).toMatchObject({ status: 'past_due', days: 37 })
  expect(await late(world)).toEqual([{ why: 'payment', outcome: null }])
  const { clientSecret } = (await ada.client.createSetupIntent()).data
  const card = stripe.keepCard(clientSecret)['payment_method'] as string
  await ada.client.setDefaultMethod({ params: { id: card } })
  expect(await state(world)).toMatchObject({ status: 'active' })
  expect((await ada.client.listPaymentMethods()).data.paymentMethods).toMatchObject([
    { isDefault: false },
    { _id: card, isDefault: true },
  ])
  stripe.fail(id)
  await sendEvent('invoice.payment_failed', stripe.books.get(id)['latest_invoice'] as object)
  await world.query(`update subscriptions set current_period_end = now() - interval '1 minute', updated_at = now()`)
  await reconcile(world.deps)
  expect([(await state(world)).status, stripe.books.get(id)['status']]).toEqual(['canceled', 'canceled'])
})

test('changes that no event reported are found at night and reported', async () => {
  const { world, stripe, ada, id } = await startPaying()
  Object.assign(stripe.books.get(id), { cancel_at_period_end: true })
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
  expect((await ada.client.listInvoices()).data.invoices).toMatchObject([
    { amount: 1290, refunded: 0, link: expect.stringMatching(/^https:/) },
  ])
  const [charge] = stripe.books.all('charge')
  charge!['amount_refunded'] = 290
  await sendEvent('charge.refunded', charge!)
  expect((await ada.client.listInvoices()).data.invoices).toMatchObject([{ refunded: 290 }])
})
