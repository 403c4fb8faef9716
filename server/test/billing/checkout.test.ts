import { expect, test } from 'vitest'
import { begin, type Plan } from '../paying.ts'
import type { Person } from '../people.ts'
import { pass, pay } from '../sandbox-payments.ts'
import { shared, startWorld, type World } from '../world.ts'

// Each member has at most one payable payment.

const anyWorld = shared(startWorld)

const confirm = ({ client }: Person, subscriptionId: string) =>
  client.confirmSubscription({ body: { subscriptionId } }).then(
    ({ data }) => data.subscription.status,
    (error: { status: number }) => error.status,
  )
/** A member's running subscriptions and balance at the gateway. */
const books = async ({ deps }: World, { user }: Person) => {
  const { find } = deps.sandbox!.read()
  const { customer_id: customer } = await deps.db
    .selectFrom('payment_customers')
    .select('customer_id')
    .where('account_id', '=', user._id)
    .executeTakeFirstOrThrow()
  const running = (await find('subscription', { customer })).filter(({ status }) =>
    ['active', 'trialing'].includes(status),
  )
  return {
    running: running.map(({ metadata }) => ({ plan: metadata.plan })),
    earned: (await find('charge', { paid: true, customer })).reduce(
      (sum, each) => sum + each.amount - each.amount_refunded,
      0,
    ),
  }
}

test('choosing another plan voids the unpaid checkout for the previous one', async () => {
  const world = await anyWorld()
  const ada = await world.dater()
  const monthly = await begin(ada, 'monthly')
  const annual = await begin(ada, 'annual')
  expect((await pay(world, monthly.clientSecret)).status).toBe(404)
  expect(await confirm(ada, monthly.subscriptionId)).toBe(409)
  const again = await begin(ada, 'monthly')
  expect(again.clientSecret).not.toBe(monthly.clientSecret)
  expect((await pay(world, annual.clientSecret)).status).toBe(404)
  expect((await pay(world, again.clientSecret)).status).toBe(200)
  expect(await confirm(ada, again.subscriptionId)).toBe('active')
  expect(await books(world, ada)).toEqual({ running: [{ plan: 'monthly' }], earned: 1290 })
  await expect(begin(ada, 'annual')).rejects.toMatchObject({ status: 409 })
})

test('asking for the same plan twice returns the same payment', async () => {
  const world = await anyWorld()
  const ada = await world.dater()
  const [one, two] = await Promise.all([begin(ada, 'annual'), begin(ada, 'annual')])
  expect(two.clientSecret).toBe(one.clientSecret)
  expect((await begin(ada, 'annual')).paymentIntentId).toBe(one.paymentIntentId)
})

test('six concurrent checkouts leave one payable payment and no stray charges', async () => {
  const world = await anyWorld()
  const ada = await world.dater()
  const plans: Plan[] = ['monthly', 'annual', 'quarterly', 'monthly', 'annual', 'quarterly']
  const checkouts = (await Promise.allSettled(plans.map((plan) => begin(ada, plan)))).flatMap((each) =>
    each.status === 'fulfilled' ? [each.value] : [],
  )
  const last = await begin(ada, 'annual')
  for (const { clientSecret } of checkouts) if (clientSecret !== last.clientSecret) await pay(world, clientSecret)
  expect((await pay(world, last.clientSecret)).status).toBe(200)
  expect(await confirm(ada, last.subscriptionId)).toBe('active')
  expect(await books(world, ada)).toEqual({ running: [{ plan: 'annual' }], earned: 8280 })
})

test('a payment for a plan abandoned a moment ago is refunded at once, and the payer is notified', async () => {
  const world = await anyWorld()
  const ada = await world.dater()
  const monthly = await begin(ada, 'monthly')
  // As if the server had stopped before it could end the first one at the gateway.
  await world.query(`update subscriptions set status = 'incomplete_expired' where id = '${monthly.subscriptionId}'`)
  const annual = await begin(ada, 'annual')
  expect((await pay(world, monthly.clientSecret)).status).toBe(200)
  expect(await confirm(ada, monthly.subscriptionId)).toBe(409)
  expect(await books(world, ada)).toEqual({ running: [], earned: 0 })
  const mails = (await world.mailsTo(ada.email, 2)).filter(({ subject }) => subject.includes('refunded'))
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text).toContain('€12.90')
  expect((await pay(world, annual.clientSecret)).status).toBe(200)
  expect(await confirm(ada, annual.subscriptionId)).toBe('active')
})

test('the sandbox accepts one payment per checkout and one card per form', async () => {
  const world = await anyWorld()
  const ada = await world.dater()
  const five = (clientSecret: string) => Promise.all(Array.from({ length: 5 }, () => pay(world, clientSecret)))
  const cards = async () => (await ada.client.listPaymentMethods()).data.paymentMethods
  const setupSecret = (await ada.client.createSetupIntent()).data.clientSecret
  expect((await five(setupSecret)).filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await cards()).toHaveLength(1)
  const { clientSecret } = (await ada.client.createSubscription({ body: { plan: 'monthly' } })).data
  expect((await five(clientSecret!)).filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await ada.client.listInvoices({ query: {} })).data.invoices).toHaveLength(1)
  expect((await cards()).filter(({ isDefault }) => isDefault)).toHaveLength(1)
  const more = await Promise.all([1, 2, 3].map(async () => (await ada.client.createSetupIntent()).data.clientSecret))
  for (const { _id: id } of await cards()) await ada.client.removeMethod({ params: { id } })
  await Promise.all(more.map((secret) => pay(world, secret)))
  for (const { _id: id } of await cards()) await ada.client.setDefaultMethod({ params: { id } })
  expect((await cards()).map(({ isDefault }) => isDefault)).toEqual([false, false, true])
})

test('a removed card is not charged at renewal', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const { clientSecret } = (await ada.client.createSubscription({ body: { plan: 'monthly' } })).data
  await pay(world, clientSecret)
  const [card] = (await ada.client.listPaymentMethods()).data.paymentMethods
  await ada.client.removeMethod({ params: { id: card!._id } })
  await pass(world, 31)
  expect((await ada.client.currentSubscription()).subscription.status).toBe('past_due')
  const { invoices } = (await ada.client.listInvoices({ query: {} })).data
  expect(invoices.map(({ status }) => status)).toEqual(['open', 'paid'])
})

test("a sandbox payment with characters that text can't hold is refused", async () => {
  const world = await anyWorld()
  expect((await pay(world, '\u0000')).status).toBe(400)
})

test('no one but the server’s own client can call the sandbox as Stripe', async () => {
  const world = await anyWorld()
  const ada = await world.dater()
  const { clientSecret, subscriptionId } = await begin(ada, 'monthly')
  const { rows } = await world.query(`select provider_id from subscriptions where id = '${subscriptionId}'`)
  const id = rows[0].provider_id as string
  const { latest_invoice } = await world.deps.sandbox!.read().get('subscription', id)
  const body = JSON.stringify({ balance: -99_000 })
  for (const prefix of ['', '/api/v1', '/dev', '/dev/payments', '/webhooks', '/webhooks/stripe'])
    for (const call of [`/v1/invoices/${latest_invoice}/pay`, `/v1/subscriptions/${id}`, '/v1/customers']) {
      const headers = { authorization: 'Bearer sk_sandbox', 'content-type': 'application/json' }
      const answer = await world.request(prefix + call, { method: 'POST', headers, body })
      expect([prefix + call, [404, 405].includes(answer.status)]).toEqual([prefix + call, true])
    }
  expect((await world.deps.sandbox!.read().get('subscription', id!)).status).toBe('incomplete')
  expect((await pay(world, clientSecret)).status).toBe(200)
})
