import { expect, test } from 'vitest'
import { startPaying } from '../paying.ts'
import { until, type World } from '../world.ts'

// An account's customer id at the payment gateway is stored with the account.

const SEARCH = 'GET /v1/customers/search'
const MAKE = 'POST /v1/customers'

type Stripe = Awaited<ReturnType<typeof startPaying>>['stripe']
const count = ({ requests }: Stripe, call: string) => requests.filter((each) => each === call).length
const storedCustomers = async (world: World, accountId: string) =>
  (await world.query(`select provider, customer_id from payment_customers where account_id = '${accountId}'`)).rows
const customersOf = async ({ all }: Stripe, accountId: string) =>
  (await all('customer')).filter(({ metadata }) => metadata.account === accountId)

test('the gateway is searched for a customer once, and never when the id is stored', async () => {
  const { world, stripe, ada } = await startPaying()
  const [customer] = await customersOf(stripe, ada.user._id)
  expect(await storedCustomers(world, ada.user._id)).toEqual([{ provider: 'stripe', customer_id: customer!.id }])
  const searched = count(stripe, SEARCH)
  expect(searched).toBe(1)
  expect((await ada.client.listPaymentMethods()).data.paymentMethods).toHaveLength(1)
  await ada.client.createSetupIntent()
  await ada.client.cancelSubscription({ body: { atPeriodEnd: false } })
  await ada.client.createSubscription({ body: { plan: 'annual' } })
  expect([count(stripe, SEARCH), count(stripe, MAKE)]).toEqual([searched, 1])
})

test('viewing plans creates no customer, and searches for one once', async () => {
  const { world, stripe } = await startPaying()
  const ben = await world.dater({ firstName: 'Ben' })
  for (let times = 0; times < 3; times++)
    expect((await ben.client.listPaymentMethods()).data.paymentMethods).toEqual([])
  await expect(ben.client.removeMethod({ params: { id: 'pm_1' } })).rejects.toMatchObject({ status: 404 })
  expect([await customersOf(stripe, ben.user._id), count(stripe, SEARCH)]).toEqual([[], 2])
  await ben.client.createSetupIntent()
  for (const id of ['pm_1', 'Lisbon '])
    await expect(ben.client.setDefaultMethod({ params: { id } })).rejects.toMatchObject({ status: 404 })
  await expect(ben.client.removeMethod({ params: { id: 'pm_1' } })).rejects.toMatchObject({ status: 404 })
  const [customer] = await customersOf(stripe, ben.user._id)
  expect(await storedCustomers(world, ben.user._id)).toEqual([{ provider: 'stripe', customer_id: customer!.id }])
})

test('concurrent calls that need a customer share one', async () => {
  const { world, stripe } = await startPaying()
  const ben = await world.dater({ firstName: 'Ben' })
  const many = 5
  // Holds back all responses until every search has come up empty.
  const before = count(stripe, SEARCH)
  stripe.beforeAnswering.work = async (call) => {
    if (call === SEARCH) await until(() => count(stripe, SEARCH) === before + many)
  }
  await Promise.all(Array.from({ length: many }, () => ben.client.createSetupIntent()))
  expect(await customersOf(stripe, ben.user._id)).toHaveLength(1)
  expect(await storedCustomers(world, ben.user._id)).toHaveLength(1)
})

test("a customer whose creation was cut off is found, even after the gateway's idempotency key has expired", async () => {
  const { world, stripe } = await startPaying()
  const ben = await world.dater({ firstName: 'Ben' })
  stripe.beforeAnswering.work = async (call) => {
    if (call === MAKE) throw new Error('The answer is lost.')
  }
  await expect(ben.client.createSetupIntent()).rejects.toMatchObject({ status: 503 })
  expect(await storedCustomers(world, ben.user._id)).toEqual([{ provider: 'stripe', customer_id: null }])
  stripe.beforeAnswering.work = async () => {}
  await stripe.forgetKeys()
  await ben.client.createSetupIntent()
  const [customer, ...more] = await customersOf(stripe, ben.user._id)
  expect(more).toEqual([])
  expect(await storedCustomers(world, ben.user._id)).toEqual([{ provider: 'stripe', customer_id: customer!.id }])
})

test('a customer from before ids were stored is found once, and its id is stored', async () => {
  const { world, stripe, ada } = await startPaying()
  await world.query('delete from payment_customers')
  const searched = count(stripe, SEARCH)
  for (let times = 0; times < 3; times++)
    expect((await ada.client.listPaymentMethods()).data.paymentMethods).toHaveLength(1)
  const [customer] = await customersOf(stripe, ada.user._id)
  expect(await storedCustomers(world, ada.user._id)).toEqual([{ provider: 'stripe', customer_id: customer!.id }])
  expect([count(stripe, SEARCH), count(stripe, MAKE)]).toEqual([searched + 1, 1])
})

test('a customer belongs to one account', async () => {
  const { world, ada } = await startPaying()
  const ben = await world.dater({ firstName: 'Ben' })
  await expect(
    world.query(`insert into payment_customers (account_id, provider, customer_id, created_at)
      select '${ben.user._id}', provider, customer_id, now() from payment_customers where account_id = '${ada.user._id}'`),
  ).rejects.toMatchObject({ constraint: 'payment_customers_once' })
})

test('while the gateway can’t be reached, members are asked to try again soon', async () => {
  const { stripe, ada } = await startPaying()
  await stripe.stop()
  await expect(ada.client.createSetupIntent()).rejects.toMatchObject({ status: 503, code: 'unavailable' })
})
