import { expect, test } from 'vitest'
import { reconcile } from '../../src/features/billing/nightly/nightly.ts'
import { configure } from '../configuring.ts'
import { begin, invoicesOf, isVIP, startPaying } from '../paying.ts'
import type { Person } from '../people.ts'
import { pay } from '../sandbox-payments.ts'
import { startWorld, type World } from '../world.ts'

// One setting determines the currency of all prices. Existing agreements keep their currency.

const YEN = { monthly: 1500, quarterly: 3900, annual: 12_000 }
const staffOf = async (world: World) => (await world.administrator()).client

async function payInSandbox(world: World, person: Person, { clientSecret, subscriptionId }: Started) {
  await pay(world, clientSecret)
  return (await person.client.confirmSubscription({ body: { subscriptionId } })).data.subscription
}
type Started = Awaited<ReturnType<typeof begin>>

test('prices, payments, receipts and refunds are in the configured currency', async () => {
  const world = await startWorld()
  const staff = await staffOf(world)
  await configure(staff, { currency: 'JPY', prices: YEN })
  const { settings } = (await (await world.request('/api/v1/status')).json()) as { settings: object }
  expect(settings).toMatchObject({ currency: 'JPY', prices: YEN })
  const ada = await world.dater()
  expect(await payInSandbox(world, ada, await begin(ada))).toMatchObject({ amount: 1500, currency: 'JPY' })
  const [invoice] = await invoicesOf(ada)
  expect(invoice).toMatchObject({ amount: 1500, currency: 'JPY' })
  const receipt = (await world.mailsTo(ada.email, 2)).at(-1)
  expect(receipt?.subject).toContain('Receipt: ¥1,500')
  const refused = staff.refundInvoice({ params: { id: invoice!._id }, body: { amount: 1501, reason: 'Too much' } })
  await expect(refused).rejects.toMatchObject({ message: 'You can refund up to ¥1,500.' })
})

test('a change of currency leaves what was agreed as it is, and no figure mixes currencies', async () => {
  const world = await startWorld()
  const staff = await staffOf(world)
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  await payInSandbox(world, ada, await begin(ada))
  const open = await begin(ben)
  await configure(staff, { currency: 'KWD', prices: { monthly: 3990, quarterly: 8990, annual: 24_990 } })
  expect(await payInSandbox(world, ben, open)).toMatchObject({ amount: 1290, currency: 'EUR' })
  expect((await ada.client.currentSubscription()).subscription).toMatchObject({ amount: 1290, currency: 'EUR' })
  const another = { status: 409, message: expect.stringContaining('in another currency') as string }
  await expect(ada.client.updateSubscription({ body: { plan: 'annual' } })).rejects.toMatchObject(another)
  await expect(ada.client.previewSubscription({ query: { plan: 'annual' } })).rejects.toMatchObject(another)
  expect((await ada.client.previewCancellation()).data.currency).toBe('EUR')
  const cleo = await world.dater({ firstName: 'Cleo' })
  await payInSandbox(world, cleo, await begin(cleo))
  expect(await invoicesOf(cleo)).toMatchObject([{ amount: 3990, currency: 'KWD' }])
  const { revenue } = (await staff.listSubscriptions({ query: {} })).data.figures
  expect(revenue.map(({ currency, amounts }) => [currency, amounts.length, amounts.at(-1)])).toEqual([
    ['KWD', 12, 3990],
    ['EUR', 12, 2580],
  ])
})

test('anyone who reopens a checkout after a change of currency is shown the new price', async () => {
  const world = await startWorld()
  const staff = await staffOf(world)
  const ada = await world.dater()
  const before = await begin(ada)
  await configure(staff, { currency: 'USD', prices: { monthly: 1290, quarterly: 2970, annual: 8280 } })
  const after = await begin(ada)
  expect([before.subscription.currency, after.subscription.currency]).toEqual(['EUR', 'USD'])
  expect(after.subscriptionId).not.toBe(before.subscriptionId)
})

test.each([
  ['eur', YEN, 'configuration.currency'],
  ['XXX', YEN, 'configuration.currency'],
  ['JPYJPY', YEN, 'configuration.currency'],
  ['JPY', { ...YEN, monthly: 13 }, 'configuration.prices.monthly'],
  ['KWD', { ...YEN, annual: 3999 }, 'configuration.prices.annual'],
  ['ISK', { ...YEN, quarterly: 129_050 }, 'configuration.prices.quarterly'],
])('prices in %s %j are refused: %s', async (currency, prices, path) => {
  const world = await startWorld()
  const staff = await staffOf(world)
  await expect(configure(staff, { currency, prices })).rejects.toMatchObject({
    status: 400,
    details: { errors: [{ path }] },
  })
})

test('of two who change the currency at the same time, the second is refused', async () => {
  const world = await startWorld()
  const staff = await staffOf(world)
  const { configuration, version } = (await staff.getConfiguration()).data
  const outcomes = await Promise.allSettled(
    ['USD', 'GBP', 'CHF'].map((currency) =>
      staff.changeConfiguration({ body: { configuration: { ...configuration, currency } }, ifMatch: version }),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('Stripe charges in the configured currency, and a payment in another one gives no premium', async () => {
  const { world, stripe, id, ada, sendEvent } = await startPaying()
  const staff = await staffOf(world)
  expect((await stripe.subscription(id)).currency).toBe('eur')
  await configure(staff, { currency: 'JPY', prices: YEN })
  const ben = await world.dater({ firstName: 'Ben' })
  await begin(ben)
  const { id: bens } = (await stripe.all('subscription')).at(-1)!
  const [item] = (await stripe.subscription(bens)).items.data
  expect(item.price).toMatchObject({ currency: 'jpy', unit_amount: 1500 })
  await stripe.pay(bens)
  /** Makes Stripe's subscription deviate from the agreement. */
  const becomes = async (currency: string, unit_amount: number) => {
    const data: [typeof item] = [{ ...item, price: { ...item.price, unit_amount } }]
    const changes = { currency, items: { object: 'list' as const, data } }
    await sendEvent('customer.subscription.updated', await stripe.change(await stripe.subscription(bens), changes))
  }
  await becomes('krw', 1500)
  await reconcile(world.deps)
  expect([await isVIP(ada), await isVIP(ben)]).toEqual([true, false])
  const { differences } = (await staff.listPaymentDifferences()).data
  expect(differences).toMatchObject([
    { outcome: 'open', ours: { amount: 1500, currency: 'JPY' }, theirs: { amount: 1500, currency: 'KRW' } },
  ])
  await becomes('jpy', 50)
  expect(await isVIP(ben)).toBe(false)
  await becomes('jpy', 1500)
  expect(await isVIP(ben)).toBe(true)
  expect(await invoicesOf(ben)).toMatchObject([{ amount: 1500, currency: 'JPY' }])
})
