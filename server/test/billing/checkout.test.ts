import { expect, test } from 'vitest'
import type { Person } from '../people.ts'
import { startWorld, type World } from '../world.ts'

// Each member has at most one payable payment.

type Plan = 'monthly' | 'quarterly' | 'annual'
const begin = async ({ client }: Person, plan: Plan) => (await client.createSubscription({ body: { plan } })).data
const pay = async (world: World, clientSecret: string | null) =>
  (
    await world.request('/dev/payments/pay', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientSecret, card: '4242 4242 4242 4242' }),
    })
  ).status
const confirm = ({ client }: Person, subscriptionId: string) =>
  client.confirmSubscription({ body: { subscriptionId } }).then(
    ({ data }) => data.subscription.status,
    (error: { status: number }) => error.status,
  )
/** The running subscriptions at the gateway, and the money. */
const books = async (world: World) => ({
  running: (await world.query(`select plan from sandbox_subscriptions where status in ('active', 'trialing')`)).rows,
  earned: Number(
    (await world.query(`select coalesce(sum(amount - refunded), 0) as sum from sandbox_invoices where status = 'paid'`))
      .rows[0].sum,
  ),
})

test('choosing another plan voids the unpaid checkout for the previous one', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const monthly = await begin(ada, 'monthly')
  const annual = await begin(ada, 'annual')
  expect(await pay(world, monthly.clientSecret)).toBe(404)
  expect(await confirm(ada, monthly.subscriptionId)).toBe(409)
  const again = await begin(ada, 'monthly')
  expect(again.clientSecret).not.toBe(monthly.clientSecret)
  expect(await pay(world, annual.clientSecret)).toBe(404)
  expect(await pay(world, again.clientSecret)).toBe(200)
  expect(await confirm(ada, again.subscriptionId)).toBe('active')
  expect(await books(world)).toEqual({ running: [{ plan: 'monthly' }], earned: 1290 })
  await expect(begin(ada, 'annual')).rejects.toMatchObject({ status: 409 })
})

test('asking for the same plan twice returns the same payment', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const [one, two] = await Promise.all([begin(ada, 'annual'), begin(ada, 'annual')])
  expect(two.clientSecret).toBe(one.clientSecret)
  expect((await begin(ada, 'annual')).paymentIntentId).toBe(one.paymentIntentId)
})

test('six concurrent checkouts leave one payable payment and no stray charges', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const plans: Plan[] = ['monthly', 'annual', 'quarterly', 'monthly', 'annual', 'quarterly']
  const checkouts = (await Promise.allSettled(plans.map((plan) => begin(ada, plan)))).flatMap((each) =>
    each.status === 'fulfilled' ? [each.value] : [],
  )
  const last = await begin(ada, 'annual')
  for (const { clientSecret } of checkouts) if (clientSecret !== last.clientSecret) await pay(world, clientSecret)
  expect(await pay(world, last.clientSecret)).toBe(200)
  expect(await confirm(ada, last.subscriptionId)).toBe('active')
  expect(await books(world)).toEqual({ running: [{ plan: 'annual' }], earned: 8280 })
})

test('a payment for a plan abandoned a moment ago is refunded at once, and the payer is notified', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const monthly = await begin(ada, 'monthly')
  // As if the server had stopped before it could end the first one at the gateway.
  await world.query(`update subscriptions set status = 'incomplete_expired' where id = '${monthly.subscriptionId}'`)
  const annual = await begin(ada, 'annual')
  expect(await pay(world, monthly.clientSecret)).toBe(200)
  expect(await confirm(ada, monthly.subscriptionId)).toBe(409)
  expect(await books(world)).toEqual({ running: [], earned: 0 })
  const mails = (await world.mailsTo(ada.email, 2)).filter(({ subject }) => subject.includes('refunded'))
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text).toContain('€12.90')
  expect(await pay(world, annual.clientSecret)).toBe(200)
  expect(await confirm(ada, annual.subscriptionId)).toBe('active')
})

test('the sandbox accepts one payment per checkout and one card per form', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const pay = async (clientSecret: string, card = 'success') =>
    (
      await world.request('/dev/payments/pay', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ clientSecret, card }),
      })
    ).status
  const five = (clientSecret: string) => Promise.all(Array.from({ length: 5 }, () => pay(clientSecret)))
  const cards = async () => (await ada.client.listPaymentMethods()).data.paymentMethods
  const setupSecret = (await ada.client.createSetupIntent()).data.clientSecret
  expect((await five(setupSecret)).filter((status) => status === 200)).toHaveLength(1)
  expect((await cards()).map(({ isDefault }) => isDefault)).toEqual([true])
  const { clientSecret } = (await ada.client.createSubscription({ body: { plan: 'monthly' } })).data
  expect((await five(clientSecret!)).filter((status) => status === 200)).toHaveLength(1)
  expect((await ada.client.listInvoices({ query: {} })).data.invoices).toHaveLength(1)
  expect((await cards()).filter(({ isDefault }) => isDefault)).toHaveLength(1)
  const more = await Promise.all([1, 2, 3].map(async () => (await ada.client.createSetupIntent()).data.clientSecret))
  for (const { _id: id } of await cards()) await ada.client.removeMethod({ params: { id } })
  await Promise.all(more.map((secret) => pay(secret)))
  expect((await cards()).filter(({ isDefault }) => isDefault)).toHaveLength(1)
})

test('a removed card is not charged at renewal', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const post = (path: string, body: object) =>
    world.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const { clientSecret } = (await ada.client.createSubscription({ body: { plan: 'monthly' } })).data
  await post('/dev/payments/pay', { clientSecret, card: 'success' })
  const [card] = (await ada.client.listPaymentMethods()).data.paymentMethods
  await ada.client.removeMethod({ params: { id: card!._id } })
  await post('/dev/payments/clock', { days: 31 })
  expect((await ada.client.currentSubscription()).subscription.status).toBe('past_due')
  expect((await ada.client.listInvoices({ query: {} })).data.invoices).toHaveLength(1)
})

test("a sandbox payment with characters that text can't hold is refused", async () => {
  const world = await startWorld()
  const answer = await world.request('/dev/payments/pay', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientSecret: '\u0000', card: 'success' }),
  })
  expect(answer.status).toBe(400)
})
