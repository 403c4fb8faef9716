import { expect, test } from 'vitest'
import { reconcile } from '../../src/features/billing/nightly/nightly.ts'
import type { Person } from '../people.ts'
import { startPaying } from '../paying.ts'
import { pass, pay } from '../sandbox-payments.ts'
import { startWorld, until, type World } from '../world.ts'

async function subscriber(card = 'success') {
  const world = await startWorld()
  const ada = await world.dater()
  const checkout = (await ada.client.createSubscription({ body: { plan: 'monthly' } })).data
  await pay(world, checkout.clientSecret!, card)
  return { world, ada }
}
const leave = ({ client, password }: Person) => client.deleteAccount({ body: { password } })
const row = async (world: World) =>
  (await world.query('select status, cancel_at_period_end as ends from subscriptions')).rows[0] as {
    status: string
    ends: boolean
  }
const paid = async (world: World) =>
  (await world.query(`select amount, refunded from invoices where status = 'paid' and amount > 0`)).rows as object[]

test('premium does not renew once deletion is requested; canceling the deletion can resume it', async () => {
  const { world, ada } = await subscriber()
  await leave(ada)
  await until(async () => (await row(world)).ends)
  const letter = (await world.mailsTo(ada.email, 3)).find(({ subject }) => subject.includes('will be deleted'))!
  expect(letter.text.replaceAll(/\s+/g, ' ')).toContain('If you have Premium, it won’t renew')
  const { client: back } = await world.signedInAgain(ada)
  const refused = {
    status: 409,
    message: 'Your account is scheduled for deletion. Cancel the deletion, then try again.',
  }
  await expect(back.updateSubscription({ body: { plan: 'annual' } })).rejects.toMatchObject(refused)
  await expect(back.reactivateSubscription()).rejects.toMatchObject(refused)
  await back.restoreAccount()
  expect((await back.currentSubscription()).subscription).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
  expect((await back.reactivateSubscription()).data.subscription.cancelAtPeriodEnd).toBe(false)
  await pass(world, 31)
  expect(await paid(world)).toHaveLength(2)
})

test('nothing is charged in the month after a deletion request', async () => {
  const { world, ada } = await subscriber()
  await leave(ada)
  await until(async () => (await row(world)).ends)
  await pass(world, 31)
  expect((await row(world)).status).toBe('canceled')
  expect(await paid(world)).toHaveLength(1)
})

test('a late payment is not retried once deletion is requested', async () => {
  const { world, ada } = await subscriber('fails_later')
  await pass(world, 31)
  await leave(ada)
  await until(async () => (await row(world)).status === 'canceled')
  expect(await paid(world)).toHaveLength(1)
})

test("an unpaid checkout can't be paid once deletion is requested, and no new one can start", async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const checkout = (await ada.client.createSubscription({ body: { plan: 'monthly' } })).data
  await leave(ada)
  // Our row ends first, and the gateway's subscription after it.
  await until(async () => {
    const { rows } = await world.query(`select from sandbox_objects
      where body @> '{"object": "subscription", "status": "canceled"}'`)
    return rows.length === 1
  })
  expect((await row(world)).status).toBe('incomplete_expired')
  expect((await pay(world, checkout.clientSecret!)).status).toBe(404)
  const { client: back } = await world.signedInAgain(ada)
  await expect(back.createSubscription({ body: { plan: 'monthly' } })).rejects.toMatchObject({ status: 403 })
})

test('Stripe does not renew either, and a plan change in progress is waited for', async () => {
  const { world, stripe, ada, id } = await startPaying()
  await world.query("update subscriptions set changing_until = now() + interval '1 second'")
  await leave(ada)
  await until(async () => (await row(world)).ends)
  expect(await stripe.subscription(id)).toMatchObject({ status: 'active', cancel_at_period_end: true })
})

test('a nightly job ends renewals of accounts that are being deleted', async () => {
  const { world } = await subscriber()
  await world.query("update accounts set state = 'deleting', deletion_due_at = now() + interval '9 days'")
  await reconcile(world.deps)
  expect((await row(world)).ends).toBe(true)
})
