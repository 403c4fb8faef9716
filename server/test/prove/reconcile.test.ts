import { expect, test } from 'vitest'
import { reconcile } from '../../src/features/billing/nightly/nightly.ts'
import { isVIP, startPaying } from '../paying.ts'
import type { Person } from '../people.ts'
import { newCustomer } from '../../src/infra/payments/sandbox-money.ts'
import { createSubscription } from '../../src/infra/payments/sandbox-subscriptions.ts'
import type { World, WorldOptions } from '../world.ts'

// Each night the gateway's records are compared with ours, in both directions.

type Stripe = Awaited<ReturnType<typeof startPaying>>['stripe']
type Plan = 'monthly' | 'annual'

const HOUR = 3600
const amounts = { monthly: 1290, annual: 8280 }

/** Creates a two-hour-old subscription that only the gateway knows. Returns its id. */
const made = ({ sandbox }: Stripe, account: string, plan: Plan = 'monthly'): Promise<string> =>
  sandbox().change(async (books) => {
    const [known] = await books.find('customer', { metadata: { account } })
    const customer = (known ?? (await newCustomer(books, account))).id
    const recurring = { interval: 'month', interval_count: plan === 'monthly' ? 1 : 12 }
    const price = { currency: 'eur', unit_amount: amounts[plan], recurring }
    const subscription = await createSubscription(books, { customer, metadata: { account, plan }, price })
    return (await books.put({ ...subscription, created: subscription.created - 2 * HOUR })).id
  })

/** Creates and pays such a subscription. */
async function running(stripe: Stripe, account: string, plan?: Plan): Promise<string> {
  const id = await made(stripe, account, plan)
  await stripe.pay(id)
  return id
}

const statuses = (stripe: Stripe, ...ids: string[]) =>
  Promise.all(ids.map(async (id) => (await stripe.subscription(id)).status))

async function open(options: WorldOptions = {}) {
  const { world, ...paying } = await startPaying(options)
  const ines = await world.administrator()
  const differences = async () => (await ines.client.listPaymentDifferences()).data.differences
  return { world, ...paying, ines, differences, night: () => reconcile(world.deps) }
}

const rowsOf = async (world: World, { user }: Person) =>
  (
    await world.query(
      `select provider_id, plan, status from subscriptions where account_id = '${user._id}' order by created_at`,
    )
  ).rows as object[]

test('matching books record no difference, and the next night lists only what is new', async () => {
  const { world, stripe, differences, night } = await open()
  await night()
  const lists = stripe.requests.filter((call) => call === 'GET /v1/subscriptions').length
  await night()
  expect(await differences()).toEqual([])
  expect(stripe.requests.filter((call) => call === 'GET /v1/subscriptions')).toHaveLength(lists + 1)
  // A subscription from before the last complete listing isn't listed again.
  const unknown = await running(stripe, (await world.dater({ firstName: 'Ben' })).user._id)
  const subscription = await stripe.subscription(unknown)
  await stripe.change(subscription, { created: subscription.created - 10 * 24 * HOUR })
  await night()
  expect(await differences()).toEqual([])
  // After a database is restored from before the first run, everything is listed again.
  await world.query(`delete from facts where key = 'payments-walked:stripe'`)
  await night()
  expect(await differences()).toMatchObject([{ providerId: unknown }])
})

test('a gateway subscription missing here is added with its invoices, without sending old mail', async () => {
  const { world, stripe, differences, night } = await open()
  const ben = await world.dater({ firstName: 'Ben' })
  const subscription = await running(stripe, ben.user._id)
  await night()
  expect(await rowsOf(world, ben)).toEqual([{ provider_id: subscription, plan: 'monthly', status: 'active' }])
  expect(await isVIP(ben)).toBe(true)
  expect((await ben.client.listInvoices()).data.invoices).toMatchObject([{ amount: 1290, status: 'paid' }])
  expect((await ben.client.listPaymentMethods()).data.paymentMethods).toHaveLength(1)
  expect(await differences()).toMatchObject([
    {
      kind: 'unknown',
      user: { _id: ben.user._id, email: ben.email },
      providerId: subscription,
      ours: null,
      theirs: { status: 'active', plan: 'monthly', amount: 1290, cancelAtPeriodEnd: false },
      outcome: 'taken_over',
      settledAt: expect.any(String),
    },
  ])
  const { rows } = await world.query(`select from mails where account_id = '${ben.user._id}' and kind = 'subscription'`)
  expect(rows).toEqual([])
})

test('a second running subscription is ended so that no one pays twice; an unpaid one gives way', async () => {
  const { world, stripe, ada, id, differences, night } = await open()
  const ben = await world.dater({ firstName: 'Ben' })
  const second = await running(stripe, ada.user._id, 'annual')
  await ben.client.createSubscription({ body: { plan: 'annual' } })
  const [pending] = (await rowsOf(world, ben)) as { provider_id: string }[]
  const bens = await running(stripe, ben.user._id)
  await night()
  expect(await statuses(stripe, second, id, pending!.provider_id)).toEqual(['canceled', 'active', 'canceled'])
  expect(await rowsOf(world, ben)).toMatchObject([{ status: 'active' }, { status: 'incomplete_expired' }])
  expect(new Map((await differences()).map(({ providerId, outcome }) => [providerId, outcome]))).toEqual(
    new Map([
      [second, 'ended'],
      [bens, 'taken_over'],
    ]),
  )
})

test('unpaid subscriptions and those of erased people are ended', async () => {
  const { world, stripe, differences, night } = await open({ eavesdrop: false })
  const [ben, cleo] = [await world.dater({ firstName: 'Ben' }), await world.dater({ firstName: 'Cleo' })]
  const [unpaid, erased] = [await made(stripe, ben.user._id), await running(stripe, cleo.user._id)]
  await world.query(
    `update accounts set state = 'erased', email = null, email_key = null where id = '${cleo.user._id}'`,
  )
  await night()
  expect(await statuses(stripe, unpaid, erased)).toEqual(['canceled', 'canceled'])
  expect(await rowsOf(world, ben)).toEqual([])
  const found = new Map((await differences()).map((each) => [each.providerId, each]))
  expect(found.get(unpaid)).toMatchObject({ user: { _id: ben.user._id }, outcome: 'ended' })
  expect(found.get(erased)).toMatchObject({ user: null, outcome: 'ended' })
  const { rows } = await world.query(`select from payment_customers where account_id = '${cleo.user._id}'`)
  expect(rows).toEqual([])
})

test('a subscription of an unknown account is never changed, and stays open until it ends', async () => {
  const { stripe, differences, night } = await open()
  const none = await running(stripe, '0193b1f0-0000-7000-8000-000000000000')
  const odd = await running(stripe, "nobody's")
  await night()
  await night()
  expect(await statuses(stripe, none, odd)).toEqual(['active', 'active'])
  expect((await differences()).map(({ user, outcome }) => [user, outcome])).toEqual([
    [null, 'open'],
    [null, 'open'],
  ])
  await stripe.change(await stripe.subscription(none), { status: 'canceled' })
  await night()
  expect(new Map((await differences()).map(({ providerId, outcome }) => [providerId, outcome]))).toEqual(
    new Map([
      [none, 'settled'],
      [odd, 'open'],
    ]),
  )
})

test('a checkout from the last hour is left alone; one that was cut off gets its subscription', async () => {
  const { world, stripe, differences, night } = await open()
  const ben = await world.dater({ firstName: 'Ben' })
  await ben.client.createSubscription({ body: { plan: 'monthly' } })
  const [{ provider_id: id }] = (await rowsOf(world, ben)) as [{ provider_id: string }]
  await world.query(`update subscriptions set provider_id = null where provider_id = '${id}'`)
  await night()
  const young = await stripe.subscription(id)
  expect([young.status, await differences()]).toEqual(['incomplete', []])
  await stripe.change(young, { created: young.created - 2 * HOUR })
  await stripe.pay(id)
  await night()
  expect(await rowsOf(world, ben)).toEqual([{ provider_id: id, plan: 'monthly', status: 'active' }])
  expect(await isVIP(ben)).toBe(true)
})

test('a subscription unknown to the gateway stays as it is, and waits for staff', async () => {
  const { world, ada, differences, night } = await open()
  await world.query(`update subscriptions set provider_id = 'sub_gone', updated_at = now() - interval '2 days'`)
  await night()
  await night()
  const found = (await differences()).filter(({ kind }) => kind === 'missing')
  expect(found).toMatchObject([
    { user: { _id: ada.user._id }, providerId: 'sub_gone', ours: { status: 'active' }, theirs: null, outcome: 'open' },
  ])
  expect(await isVIP(ada)).toBe(true)
  await world.query(`update subscriptions set status = 'canceled' where provider_id = 'sub_gone'`)
  await night()
  expect((await differences()).filter(({ kind }) => kind === 'missing')).toMatchObject([{ outcome: 'settled' }])
})

test('unreported changes are applied, recent or old, and the difference records the previous state', async () => {
  const { stripe, ada, id, differences, night } = await open()
  await stripe.change(await stripe.subscription(id), { cancel_at_period_end: true })
  await night()
  expect((await ada.client.currentSubscription()).subscription.cancelAtPeriodEnd).toBe(true)
  expect(await differences()).toMatchObject([
    {
      kind: 'changed',
      providerId: id,
      ours: { status: 'active', cancelAtPeriodEnd: false },
      theirs: { status: 'active', cancelAtPeriodEnd: true },
      outcome: 'taken_over',
    },
  ])
})

test('a subscription ended here but running there waits for staff, and settles when the gateway ends it', async () => {
  const { world, stripe, id, differences, night, ada } = await open()
  await world.query(`update subscriptions set status = 'canceled', canceled_at = now() where provider_id = '${id}'`)
  const { data } = await ada.client.createSubscription({ body: { plan: 'annual' } })
  await stripe.pay(((await rowsOf(world, ada)) as { provider_id: string }[])[1]!.provider_id)
  await ada.client.confirmSubscription({
    body: { subscriptionId: data.subscriptionId, paymentIntentId: data.paymentIntentId },
  })
  await night()
  await night()
  expect(await differences()).toMatchObject([
    { kind: 'changed', providerId: id, ours: { status: 'canceled' }, theirs: { status: 'active' }, outcome: 'open' },
  ])
  await world.deps.payments.cancel(id, false)
  await night()
  expect(await differences()).toMatchObject([{ providerId: id, outcome: 'settled' }])
  expect((await rowsOf(world, ada)) as object[]).toMatchObject([{ status: 'canceled' }, { status: 'active' }])
})

test('a payment for an abandoned plan is refunded however late it is found', async () => {
  const { world, stripe, id, differences, night } = await open()
  await world.query(`update subscriptions set status = 'incomplete_expired', updated_at = now() - interval '9 days'`)
  await night()
  expect([await statuses(stripe, id), (await stripe.all('refund')).length]).toEqual([['canceled'], 1])
  expect(await differences()).toMatchObject([{ kind: 'superseded', outcome: 'refunded' }])
})

test('an old customer without a stored id gets it at night; a conflicting one waits for staff', async () => {
  const { world, stripe, ada, id, differences, night } = await open()
  await world.query('delete from payment_customers')
  await night()
  const storedCustomers = async () => (await world.query('select customer_id from payment_customers')).rows
  const { customer } = await stripe.subscription(id)
  expect(await storedCustomers()).toEqual([{ customer_id: customer }])
  expect(await differences()).toEqual([])
  await world.query(`update payment_customers set customer_id = 'cus_other'`)
  await night()
  expect(await differences()).toMatchObject([
    { kind: 'customer', user: { _id: ada.user._id }, providerId: id, outcome: 'open' },
  ])
  await world.query(`update payment_customers set customer_id = '${customer}'`)
  await night()
  expect(await differences()).toMatchObject([{ kind: 'customer', outcome: 'settled' }])
})

test('one failure does not block the others, and is listed again the next night', async () => {
  const { world, stripe, differences, night } = await open()
  const [ben, cleo] = [await world.dater({ firstName: 'Ben' }), await world.dater({ firstName: 'Cleo' })]
  const [first, second] = [await running(stripe, ben.user._id), await running(stripe, cleo.user._id)]
  await night()
  await world.query(
    `delete from payment_differences; delete from invoices; delete from subscriptions where account_id in ('${ben.user._id}', '${cleo.user._id}')`,
  )
  await world.query(`create function refuse() returns trigger language plpgsql as $$ begin
    if new.provider_id = '${second}' then raise exception 'no'; end if; return new; end $$;
    create trigger refuse before insert on subscriptions for each row execute function refuse()`)
  const walked = async () =>
    (await world.query(`select value from facts where key = 'payments-walked:stripe'`)).rows[0] as object
  const before = await walked()
  await expect(night()).rejects.toThrow(/^1 of \d+ failed. The first: no$/)
  expect((await differences()).map(({ providerId }) => providerId)).toEqual([first])
  expect(await walked()).toEqual(before)
  await world.query('drop trigger refuse on subscriptions')
  await night()
  expect((await differences()).map(({ providerId }) => providerId)).toEqual([second, first])
  expect(await walked()).not.toEqual(before)
})

test('only administrators can page through differences', async () => {
  const { stripe, ada, ines, night } = await open()
  for (const account of ['a', 'b', 'c']) await running(stripe, account)
  await night()
  const list = async (query: object) => (await ines.client.listPaymentDifferences({ query })).data
  const first = await list({ limit: '2' })
  expect(first.differences).toHaveLength(2)
  const rest = await list({ before: first.nextBefore! })
  expect([rest.differences.length, rest.nextBefore]).toEqual([1, null])
  await expect(ada.client.listPaymentDifferences()).rejects.toMatchObject({ status: 403 })
})
