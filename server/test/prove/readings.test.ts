import { expect, test } from 'vitest'
import { startPaying } from '../paying.ts'
import { until, type World } from '../world.ts'

// Reading from the gateway takes time, and other changes can happen meanwhile.

const FETCH = 'GET /v1/subscriptions/:id'

type Paying = Awaited<ReturnType<typeof startPaying>>

/** Lets the gateway carry out the next read, and holds back the response until released. */
function pauseNextRead({ stripe }: Paying) {
  const pause = { reached: false, release: () => {} }
  const free = new Promise<void>((resolve) => (pause.release = resolve))
  stripe.beforeAnswering.work = async (call) => {
    if (pause.reached || call !== FETCH) return
    pause.reached = true
    await free
  }
  return pause
}

const books = async (world: World) =>
  (await world.query('select status, cancel_at_period_end as ends from subscriptions')).rows[0] as object
const noted = async (world: World) =>
  (await world.query(`select id from billing_events where id like 'evt_test%' order by id`)).rows.map(({ id }) => id)

test('when two gateway reads cross, the older one never overwrites the newer one', async () => {
  const paying = await startPaying()
  const { world, stripe, id, sendEvent } = paying
  const subscription = await stripe.subscription(id)
  const pause = pauseNextRead(paying)
  const older = sendEvent('customer.subscription.updated', subscription, 200, 'evt_test_1')
  await until(() => pause.reached)
  await stripe.change(subscription, { cancel_at_period_end: true })
  await sendEvent('customer.subscription.updated', subscription, 200, 'evt_test_2')
  expect(await books(world)).toEqual({ status: 'active', ends: true })
  pause.release()
  await older
  expect(await books(world)).toEqual({ status: 'active', ends: true })
  expect(await noted(world)).toEqual(['evt_test_1', 'evt_test_2'])
})

test('no transaction is open and no row locked while the gateway is read', async () => {
  const paying = await startPaying()
  const { world, stripe, id, sendEvent } = paying
  const subscription = await stripe.subscription(id)
  const pause = pauseNextRead(paying)
  const reading = sendEvent('customer.subscription.updated', subscription)
  await until(() => pause.reached)
  const open = `select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`
  // Other work, such as sending mail, ends its transactions, while one around the reading would stay open.
  expect(await until(async () => (await world.query(open)).rowCount === 0)).toBe(true)
  await world.query('select from subscriptions for update nowait')
  pause.release()
  await reading
})

test('a plan abandoned while its payment is read stays abandoned, and the payment is refunded', async () => {
  const paying = await startPaying()
  const { world, stripe, id, sendEvent } = paying
  await world.query(`update subscriptions set status = 'incomplete'`)
  const subscription = await stripe.subscription(id)
  const pause = pauseNextRead(paying)
  const reading = sendEvent('invoice.paid', subscription, 200, 'evt_test_1')
  await until(() => pause.reached)
  await world.query(`update subscriptions set status = 'incomplete_expired', version = version + 1`)
  pause.release()
  await reading
  expect(await books(world)).toMatchObject({ status: 'incomplete_expired' })
  expect((await stripe.subscription(id)).status).toBe('canceled')
  expect(await stripe.all('refund')).toHaveLength(1)
  expect(await noted(world)).toEqual(['evt_test_1'])
})

test('an event whose read fails is not recorded, and counts when it is sent again', async () => {
  const { world, stripe, id, sendEvent } = await startPaying()
  const subscription = await stripe.change(await stripe.subscription(id), { cancel_at_period_end: true })
  const broken = new Error('The provider is away.')
  stripe.beforeAnswering.work = async (call) => {
    if (call === 'GET /v1/invoices') throw broken
  }
  await sendEvent('customer.subscription.updated', subscription, 503, 'evt_test_1')
  expect([await noted(world), await books(world)]).toEqual([[], { status: 'active', ends: false }])
  stripe.beforeAnswering.work = async () => {}
  await sendEvent('customer.subscription.updated', subscription, 200, 'evt_test_1')
  expect([await noted(world), await books(world)]).toEqual([['evt_test_1'], { status: 'active', ends: true }])
})

test('two concurrent refunds never exceed the payment: the second is asked to reload', async () => {
  const { world, stripe, ada } = await startPaying()
  const ines = await world.administrator()
  const [invoice] = (await ada.client.listInvoices()).data.invoices
  const params = { id: invoice!._id }
  stripe.beforeAnswering.work = async (call) => {
    if (call === 'POST /v1/refunds') await until(() => stripe.requests.filter((each) => each === call).length === 2)
  }
  const both = await Promise.allSettled(
    [700, 800].map((amount) => ines.client.refundInvoice({ params, body: { amount, reason: 'A slow week.' } })),
  )
  const refused = both.filter((each) => each.status === 'rejected')
  expect(refused).toMatchObject([
    { reason: { status: 409, message: 'That’s more than the refundable amount. Check the amount and try again.' } },
  ])
  expect(await stripe.all('refund')).toHaveLength(1)
  const [after] = (await ada.client.listInvoices()).data.invoices
  expect([700, 800]).toContain(after!.refunded)
})

test('two concurrent refunds of the same invoice make one refund', async () => {
  const { world, stripe, ada } = await startPaying()
  const ines = await world.administrator()
  const [invoice] = (await ada.client.listInvoices()).data.invoices
  const params = { id: invoice!._id }
  // Holds back both responses until both requests have arrived.
  stripe.beforeAnswering.work = async (call) => {
    if (call === 'POST /v1/refunds') await until(() => stripe.requests.filter((each) => each === call).length === 2)
  }
  const both = await Promise.allSettled(
    [1, 2].map(() => ines.client.refundInvoice({ params, body: { amount: 290, reason: 'A slow week.' } })),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await stripe.all('refund')).toHaveLength(1)
  expect((await ada.client.listInvoices()).data.invoices).toMatchObject([{ refunded: 290 }])
})
