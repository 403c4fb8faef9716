import { expect, test } from 'vitest'
import { invoicesOf, isVIP, startPaying } from '../paying.ts'
import type { Person } from '../people.ts'
import { pay } from '../sandbox-payments.ts'
import { startWorld } from '../world.ts'

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

test('a partial refund whose response was lost is not made again, even after its event', async () => {
  const { world, stripe: gateway, ada, sendEvent } = await startPaying()
  const ines = await world.administrator()
  const [invoice] = await invoicesOf(ada)
  const seeing = (refunded: number, amount: number) =>
    ines.client.refundInvoice({ params: { id: invoice!._id }, body: { amount, refunded, reason: 'Asked for it.' } })
  gateway.beforeAnswering.work = (call) =>
    call === 'POST /v1/refunds' ? Promise.reject(new Error('The response is lost.')) : Promise.resolve()
  await expect(seeing(0, 290)).rejects.toMatchObject({ status: 503 })
  delete gateway.beforeAnswering.work
  await sendEvent('charge.refunded', (await gateway.all('charge')).at(-1)!)
  expect((await invoicesOf(ada))[0]!.refunded).toBe(290)
  // The form is still open, so the same button sends the same request.
  const refused = { status: 409, message: 'This has just been refunded.' }
  await expect(seeing(0, 290)).rejects.toMatchObject(refused)
  expect((await gateway.all('refund')).map(({ amount }) => amount)).toEqual([290])
  // A form that shows the refund can make another.
  expect((await seeing(290, 290)).data.invoice.refunded).toBe(580)
  await expect(seeing(290, 290)).rejects.toMatchObject(refused)
})
