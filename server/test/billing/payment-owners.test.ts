import { expect, test } from 'vitest'
import { startWorld } from '../world.ts'

// The gateway's ids are unique across members: tables of their own say whose they are (subscriptions.sql).

async function twoMembers() {
  const world = await startWorld()
  const [ada, ben] = [(await world.member()).user._id, (await world.member()).user._id]
  const subscribe = (account: string, status = 'active') =>
    world.query(`insert into subscriptions
      (account_id, provider, provider_id, setup_intent_id, plan, amount, status, created_at, updated_at)
      values ('${account}', 'stripe', 'sub_1', 'seti_1', 'monthly', 1290, '${status}', now(), now()) returning id`)
  const customer = (account: string, id: string) =>
    world.query(`insert into payment_customers (account_id, provider, customer_id, created_at)
      values ('${account}', 'stripe', ${id}, now())`)
  const owners = async () =>
    (
      await world.query(`select account_id as id from subscription_owners union all select account_id from setup_owners
        union all select account_id from customer_owners`)
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
  expect(await owners()).toEqual([ada, ada, ada])
  await world.query('delete from subscriptions; delete from payment_customers')
  expect(await owners()).toEqual([])
  await subscribe(ben)
  expect(await owners()).toEqual([ben, ben])
})

test('a subscription that gets its id from the gateway later is found by it', async () => {
  const { world, ada, subscribe } = await twoMembers()
  const ids = async () => (await world.query('select provider_id as id from subscription_owners')).rows
  await subscribe(ada)
  await world.query(`update subscriptions set provider_id = null, setup_intent_id = null`)
  expect(await ids()).toEqual([])
  await world.query(`update subscriptions set provider_id = 'sub_2'`)
  expect(await ids()).toEqual([{ id: 'sub_2' }])
})
