import { expect, test } from 'vitest'
import { startPaying } from '../paying.ts'
import type { Person } from '../people.ts'
import { startWorld, type World } from '../world.ts'

const pay = (world: World, clientSecret: string) =>
  world.request('/dev/payments/pay', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientSecret, card: 'success' }),
  })
const isVIP = async ({ client }: Person) => (await client.getProfile()).userData.user.isVIP
const invoicesOf = async ({ client }: Person) => (await client.listInvoices({ query: {} })).data.invoices
const refund = ({ client }: Person, id: string, amount?: number) =>
  client.refundInvoice({ params: { id }, body: { reason: 'Asked for it.', ...(amount ? { amount } : {}) } })

async function sandbox() {
  const world = await startWorld()
  const [ada, ines] = [await world.dater(), await world.administrator()]
  await pay(world, (await ada.client.createSubscription({ body: { plan: 'monthly' } })).data.clientSecret!)
  return { ada, ines }
}

async function stripe() {
  const { world, ada } = await startPaying()
  return { ada, ines: await world.administrator() }
}

test.each([
  ['the sandbox', sandbox],
  ['Stripe', stripe],
] as const)('%s: concurrent partial refunds that add up to the whole invoice end premium', async (_name, open) => {
  const { ada, ines } = await open()
  const [invoice] = await invoicesOf(ada)
  const parts = [290, 300, 310, 390]
  const all = await Promise.allSettled(parts.map((amount) => refund(ines, invoice!._id, amount)))
  expect(all.map(({ status }) => status)).toEqual(parts.map(() => 'fulfilled'))
  expect((await invoicesOf(ada))[0]!.refunded).toBe(1290)
  expect(await isVIP(ada)).toBe(false)
})

test.each([
  ['the sandbox', sandbox],
  ['Stripe', stripe],
] as const)('%s: refunding an earlier invoice keeps the plan paid for since', async (_name, open) => {
  const { ada, ines } = await open()
  const [monthly] = await invoicesOf(ada)
  await ada.client.updateSubscription({ body: { plan: 'annual' } })
  const annual = (await invoicesOf(ada)).find(({ _id }) => _id !== monthly!._id)!
  await refund(ines, monthly!._id)
  expect((await ada.client.currentSubscription()).subscription).toMatchObject({ plan: 'annual', status: 'active' })
  await refund(ines, annual._id)
  expect(await isVIP(ada)).toBe(false)
})

test('Stripe: a refund is in the books though a card was declined before', async () => {
  const { world, stripe: gateway, ada: earlier } = await startPaying()
  const [ben, ines] = [await world.dater({ firstName: 'Ben' }), await world.administrator()]
  const { subscriptionId } = (await ben.client.createSubscription({ body: { plan: 'monthly' } })).data
  const { rows } = await world.query(`select provider_id from subscriptions where id = '${subscriptionId}'`)
  const [{ provider_id: id }] = rows as [{ provider_id: string }]
  await gateway.pay(id, 'declined')
  await gateway.pay(id)
  await ben.client.confirmSubscription({ body: { subscriptionId } })
  const [invoice] = await invoicesOf(ben)
  await refund(ines, invoice!._id)
  expect((await invoicesOf(ben))[0]!.refunded).toBe(1290)
  expect([await isVIP(ben), await isVIP(earlier)]).toEqual([false, true])
})
