import { expect, test } from 'vitest'
import { startWorld } from '../world.ts'

// The gateway's ids are unique across members.

async function twoMembers() {
  const world = await startWorld()
  const [ada, ben] = [(await world.member()).user._id, (await world.member()).user._id]
  const subscribe = (account: string, status = 'active') =>
    world.query(`insert into subscriptions
      (account_id, provider, provider_id, setup_intent_id, plan, amount, currency, status, created_at, updated_at)
      values ('${account}', 'stripe', 'sub_1', 'seti_1', 'monthly', 1290, 'EUR', '${status}', now(), now()) returning id`)
  const customer = (account: string, id: string) =>
    world.query(`insert into payment_customers (account_id, provider, customer_id, created_at)
      values ('${account}', 'stripe', ${id}, now())`)
  const owners = async () =>
    (
      await world.query(`select account_id as id from subscriptions
        union all select account_id from payment_customers where customer_id is not null`)
    ).rows.map(({ id }: { id: string }) => id)
  return { world, ada, ben, subscribe, customer, owners }
}

const taken = { code: '23505' }

test('a subscription, a card that is being added and a customer belong to one account, until they are gone', async () => {
  const { world, ada, ben, subscribe, customer, owners } = await twoMembers()
  await subscribe(ada)
  await customer(ada, `'cus_1'`)
  await expect(subscribe(ben)).rejects.toMatchObject(taken)
  await expect(subscribe(ada, 'canceled')).rejects.toMatchObject(taken)
  await expect(customer(ben, `'cus_1'`)).rejects.toMatchObject({ ...taken, constraint: 'payment_customers_once' })
  await customer(ben, 'null')
  await expect(world.query(`update payment_customers set customer_id = 'cus_1'`)).rejects.toMatchObject(taken)
  expect(await owners()).toEqual([ada, ada])
  await world.query('delete from subscriptions; delete from payment_customers')
  expect(await owners()).toEqual([])
  await subscribe(ben)
  expect(await owners()).toEqual([ben])
})
