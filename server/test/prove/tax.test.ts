import { expect, test } from 'vitest'
import { reconcile } from '../../src/features/billing/nightly/nightly.ts'
import { configure } from '../configuring.ts'
import { startPaying } from '../paying.ts'
import type { Person } from '../people.ts'
import { startWorld, type World } from '../world.ts'

// With Stripe's automatic tax, prices include the tax for the payer's location.

const staffOf = async (world: World) => (await world.administrator()).client
const BERLIN = { country: 'DE', postalCode: '10115' }
type Location = { country: string; postalCode?: string | undefined }
const begin = async ({ client }: Person, location?: Location) =>
  (await client.createSubscription({ body: { plan: 'monthly', location } })).data
const settingsOf = async (world: World) =>
  ((await (await world.request('/api/v1/status')).json()) as { settings: { automaticTax: boolean } }).settings

async function taxing() {
  const paying = await startPaying()
  const staff = await staffOf(paying.world)
  await configure(staff, { automaticTax: true })
  const { stripe } = paying
  const newest = async () => (await stripe.all('subscription')).at(-1)!
  const ben = await paying.world.dater({ firstName: 'Ben' })
  return { ...paying, staff, newest, ben }
}

test('the price includes tax for the payer’s location, and receipts, invoices and staff see how much', async () => {
  const { world, stripe, staff, newest, ben } = await taxing()
  expect((await settingsOf(world)).automaticTax).toBe(true)
  const { subscriptionId, subscription } = await begin(ben, BERLIN)
  expect(subscription.amount).toBe(1290)
  const open = await newest()
  expect((await stripe.get('customer', open.customer)).address).toEqual({ country: 'DE', postal_code: '10115' })
  await stripe.pay(open.id)
  await ben.client.confirmSubscription({ body: { subscriptionId } })
  expect((await ben.client.listInvoices({ query: {} })).data.invoices).toMatchObject([{ amount: 1290, tax: 206 }])
  const { invoices } = (await staff.listInvoicesOf({ params: { id: ben.user._id }, query: {} })).data
  expect(invoices).toMatchObject([{ amount: 1290, tax: 206 }])
  const receipt = (await world.mailsTo(ben.email, 2)).at(-1)
  expect(receipt?.text).toContain('This includes €2.06 of tax.')
})

test.each([
  [undefined, 'location.country', 'Choose your country. It decides the tax that’s included.'],
  [{ ...BERLIN, country: 'XX' }, 'location.country', 'Choose a country.'],
  [{ ...BERLIN, country: 'us' }, 'location.country', 'Choose a country.'],
  [{ country: 'US' }, 'location.postalCode', 'Enter your postal code.'],
  [{ country: 'US', postalCode: '0'.repeat(17) }, 'location.postalCode', expect.stringContaining('16') as string],
  [
    { country: 'US', postalCode: '00000' },
    'location.postalCode',
    'We don’t recognize this postal code. Please check it and your country.',
  ],
])('the location %j begins no payment', async (location, path, msg) => {
  const { stripe, ben } = await taxing()
  const before = await stripe.all('subscription')
  await expect(begin(ben, location)).rejects.toMatchObject({ status: 400, details: { errors: [{ path, msg }] } })
  expect(await stripe.all('subscription')).toEqual(before)
})

test('another location is another checkout, with its own tax', async () => {
  const { stripe, newest, ben } = await taxing()
  const first = await begin(ben, BERLIN)
  const [open, again] = [await newest(), await begin(ben, BERLIN)]
  expect([again.subscriptionId, (await newest()).id]).toEqual([first.subscriptionId, open.id])
  const moved = await begin(ben, { country: 'FR', postalCode: '75001' })
  expect(moved.subscriptionId).not.toBe(first.subscriptionId)
  const next = await newest()
  expect([(await stripe.subscription(open.id)).status, next.status]).toEqual(['canceled', 'incomplete'])
  expect((await stripe.get('customer', next.customer)).address).toMatchObject({ country: 'FR' })
})

test('a trial is taxed from its first charge, and asks for the location before the card', async () => {
  const { stripe, staff, newest, ben } = await taxing()
  await configure(staff, { trialDays: { monthly: 7, quarterly: 0, annual: 0 } })
  await expect(begin(ben)).rejects.toMatchObject({ status: 400 })
  const { clientSecret, subscriptionId } = await begin(ben, BERLIN)
  await stripe.keepCard(clientSecret!)
  await ben.client.confirmSubscription({ body: { subscriptionId } })
  expect(await newest()).toMatchObject({ status: 'trialing', automatic_tax: { enabled: true } })
})

test('who subscribed before tax goes on without it, and tax that Stripe stops calculating waits for staff', async () => {
  const { world, stripe, staff, newest, ben, ada, id, sendEvent } = await taxing()
  await ada.client.updateSubscription({ body: { plan: 'annual' } })
  expect((await stripe.subscription(id)).automatic_tax).toEqual({ enabled: false })
  const { subscriptionId } = await begin(ben, BERLIN)
  await stripe.pay((await newest()).id)
  await ben.client.confirmSubscription({ body: { subscriptionId } })
  const untaxed = await stripe.change(await newest(), { automatic_tax: { enabled: false } })
  await sendEvent('customer.subscription.updated', untaxed)
  await reconcile(world.deps)
  const differences = async () => (await staff.listPaymentDifferences()).data.differences
  expect(await differences()).toMatchObject([{ kind: 'untaxed', outcome: 'open', user: { _id: ben.user._id } }])
  await stripe.change(untaxed, { automatic_tax: { enabled: true } })
  await reconcile(world.deps)
  expect(await differences()).toMatchObject([{ kind: 'untaxed', outcome: 'settled' }])
})

test('tax can’t be switched on before Stripe can calculate it, nor without Stripe', async () => {
  const { world, stripe } = await startPaying()
  stripe.tax.status = 'pending'
  const refused = { status: 400, details: { errors: [{ path: 'configuration.automaticTax' }] } }
  await expect(configure(await staffOf(world), { automaticTax: true })).rejects.toMatchObject(refused)
  const sandboxed = await startWorld()
  await expect(configure(await staffOf(sandboxed), { automaticTax: true })).rejects.toMatchObject(refused)
  expect((await settingsOf(sandboxed)).automaticTax).toBe(false)
})
