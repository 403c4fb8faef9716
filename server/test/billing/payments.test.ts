import { plans } from '@kindred/contract'
import { createHmac, randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import type { Payer } from '../../src/infra/payments/gateway.ts'
import { openStripe, type PaymentGateway } from '../../src/infra/payments/stripe.ts'
import { openLocalStripe } from '../local-stripe.ts'
import { isVIP, sendSigned, startPaying } from '../paying.ts'
import { inFuture, present } from '../../../scripts/present.ts'
import { proof } from '../proofs.ts'
import { shared, startWorld } from '../world.ts'

// Stripe's client against the sandbox, which speaks Stripe's protocol.

const anyWorld = shared(startWorld)

const SECRET_KEY = 'sk_test_compliance'
const WEBHOOK_SECRET = 'whsec_compliance'

const payerAt = async (payments: PaymentGateway, account: string): Promise<Payer> => ({
  account,
  isTaxed: false,
  customer: await payments.createCustomer(account, `customer-${account}`),
})

async function open(start = anyWorld) {
  const { payments, sandbox } = (await start()).deps
  return {
    payments,
    payer: await payerAt(payments, randomUUID()),
    other: await payerAt(payments, randomUUID()),
    pay: (clientSecret: string) => sandbox!.pay(clientSecret, 'success', false),
  }
}

test('a subscription starts once, and can be paid, changed, canceled and resumed', async () => {
  const { payments, payer, pay } = await open()
  const created = await payments.create(
    payer,
    { plan: 'monthly', amount: plans.monthly.amount, currency: 'EUR' },
    'key-1',
  )
  expect(created).toMatchObject({ ...payer, plan: 'monthly', status: 'incomplete', periodEnd: null })
  expect(created.clientSecret).toMatch(/_secret_/)
  expect(
    (await payments.create(payer, { plan: 'monthly', amount: plans.monthly.amount, currency: 'EUR' }, 'key-1')).id,
  ).toBe(created.id)
  await pay(created.clientSecret!)
  const running = (await payments.fetch(created.id))!
  expect(running).toMatchObject({ status: 'active', cancelAtPeriodEnd: false, canceledAt: null })
  const length = (running.periodEnd!.getTime() - running.periodStart!.getTime()) / 86_400_000
  expect([length >= 28, length <= 31]).toEqual([true, true])
  expect(await payments.cancel(created.id, true)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
  expect(await payments.reactivate(created.id)).toMatchObject({ cancelAtPeriodEnd: false })
  const annual = { plan: 'annual', amount: 8000, currency: 'EUR' } as const
  expect(await payments.update(created.id, annual, { withheld: 0, settled: 0 }, 'change-1')).toMatchObject({
    ...annual,
    status: 'active',
  })
  expect(await payments.update(created.id, annual, { withheld: 0, settled: 0 }, 'change-1')).toMatchObject({
    ...annual,
    status: 'active',
  })
  expect(await payments.invoices(created.id)).toHaveLength(2)
  const until = new Date(Math.floor(present().getTime() / 1000) * 1000 + 400 * 86_400_000)
  expect(await payments.extend(created.id, until, 3600)).toMatchObject({ periodEnd: until, added: 3600 })
  expect(await payments.cancel(created.id, false)).toMatchObject({ status: 'canceled', canceledAt: expect.any(Date) })
})

test('a payment is invoiced, and can be refunded in parts up to its amount', async () => {
  const { payments, payer, pay } = await open()
  const created = await payments.create(
    payer,
    { plan: 'quarterly', amount: plans.quarterly.amount, currency: 'EUR' },
    'key-2',
  )
  await pay(created.clientSecret!)
  const [invoice] = await payments.invoices(created.id)
  expect(invoice).toMatchObject({ plan: 'quarterly', amount: plans.quarterly.amount, refunded: 0, status: 'paid' })
  const { periodStart, periodEnd } = (await payments.fetch(created.id))!
  expect(invoice).toMatchObject({ periodStart, periodEnd })
  await payments.refund(invoice!.id, 500, 'refund-1')
  await payments.refund(invoice!.id, 500, 'refund-1')
  await payments.refund(invoice!.id, 200, 'refund-2')
  expect(await payments.refund(invoice!.id, invoice!.amount - 699, 'refund-3')).toBe(false)
  expect(await payments.invoices(created.id)).toMatchObject([{ id: invoice!.id, refunded: 700 }])
})

test('a trial starts once, and only with the card saved for it', async () => {
  const { payments, payer, other, pay } = await open()
  const { customer } = payer
  const offer = { plan: 'monthly', amount: 1290, currency: 'EUR' } as const
  const setup = await payments.setupIntent(customer, 'card-1')
  expect(await payments.setupIntent(customer, 'card-1')).toEqual(setup)
  const trial = { days: 14, setupIntentId: setup.setupIntentId }
  expect(await payments.beginTrial(payer, offer, trial, 'trial-1')).toBeNull()
  await pay(setup.clientSecret)
  expect(await payments.beginTrial(other, offer, trial, 'trial-2')).toBeNull()
  const started = (await payments.beginTrial(payer, offer, trial, 'trial-3'))!
  expect(started).toMatchObject({ ...offer, ...payer, status: 'trialing', dispute: null })
  expect(started.trialEnd!.getTime() - started.trialStart!.getTime()).toBe(14 * 86_400_000)
  expect(started.periodEnd).toEqual(started.trialEnd)
  expect((await payments.beginTrial(payer, offer, trial, 'trial-3'))!.id).toBe(started.id)
  expect((await payments.invoices(started.id)).filter(({ amount }) => amount > 0)).toEqual([])
  expect(await payments.methods(customer)).toMatchObject([{ isDefault: true }])
})

test("members can list and remove their own cards and choose a default, but not anyone else's", async () => {
  const { payments, payer, other, pay } = await open()
  const { customer } = payer
  const created = await payments.create(
    payer,
    { plan: 'monthly', amount: plans.monthly.amount, currency: 'EUR' },
    'key-3',
  )
  await pay(created.clientSecret!)
  const [card] = await payments.methods(customer)
  expect(card).toMatchObject({ brand: 'visa', last4: '4242', isDefault: true })
  expect(await payments.methods(other.customer)).toEqual([])
  expect(await payments.setDefault(other.customer, card!.id)).toBe(false)
  expect(await payments.removeMethod(other.customer, card!.id)).toBe(false)
  expect(await payments.setDefault(customer, card!.id)).toBe(true)
  expect(await payments.removeMethod(customer, card!.id)).toBe(true)
  expect(await payments.methods(customer)).toEqual([])
  expect((await payments.setupIntent(customer)).clientSecret).toMatch(/_secret_/)
})

test('a customer is created once per idempotency key, and found by its account', async () => {
  const { payments, payer } = await open()
  const offer = { plan: 'monthly', amount: 1290, currency: 'EUR' } as const
  expect(await payments.createCustomer(payer.account, `customer-${payer.account}`)).toBe(payer.customer)
  await payments.create(payer, offer, 'key-5')
  expect(await payments.findCustomer(payer.account)).toBe(payer.customer)
  expect(await payments.findCustomer(randomUUID())).toBeNull()
})

test('all subscriptions since a date are listed by page, and a missing one is null', async () => {
  const { payments, payer } = await open(startWorld)
  const offer = { plan: 'monthly', amount: 1290, currency: 'EUR' } as const
  const made: string[] = []
  for (let nth = 0; nth < 103; nth++) made.push((await payments.create(payer, offer, `listed-${nth}`)).id)
  await payments.cancel(made[0]!, false)
  const walk = async (since: Date) => {
    const seen: string[] = []
    let [page, pages] = [await payments.list(since, null), 1]
    seen.push(...page.subscriptions.map(({ id }) => id))
    for (; page.next; pages++) {
      page = await payments.list(since, page.next)
      seen.push(...page.subscriptions.map(({ id }) => id))
    }
    return { seen: seen.toSorted(), pages }
  }
  expect(await walk(new Date(0))).toEqual({ seen: made.toSorted(), pages: 2 })
  expect(await walk(inFuture(60_000))).toEqual({ seen: [], pages: 1 })
  expect((await payments.list(new Date(0), null)).subscriptions[0]).toMatchObject({ ...payer, ...offer })
  expect(await payments.fetch('sub_none')).toBeNull()
})

test('Stripe events are accepted with a valid, fresh signature, and name their subscription', async () => {
  const payments = openStripe({ secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, apiUrl: undefined })
  const event = (object: object) =>
    Buffer.from(JSON.stringify({ id: 'evt_1', object: 'event', type: 'invoice.paid', data: { object } }))
  const signed = (raw: Buffer, ago = 0, secret = WEBHOOK_SECRET) => {
    const at = Math.floor(present().getTime() / 1000) - ago
    return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${raw.toString()}`).digest('hex')}`
  }
  const ofInvoice = event({ object: 'invoice', parent: { subscription_details: { subscription: 'sub_7' } } })
  const itself = event({ object: 'subscription', id: 'sub_8' })
  expect(await payments.readEvent(ofInvoice, signed(ofInvoice), present())).toMatchObject({
    id: 'evt_1',
    subscriptionId: 'sub_7',
  })
  expect(await payments.readEvent(itself, signed(itself), present())).toMatchObject({ subscriptionId: 'sub_8' })
  for (const bad of ['', 't=1', signed(itself, 600), signed(itself, 0, 'whsec_other'), signed(ofInvoice)])
    expect(await payments.readEvent(itself, bad, present())).toBeNull()
})

test('a signed event of another form is refused, and one about something unknown is accepted', async () => {
  const { world, ada } = await startPaying()
  const event = { id: 'evt_1', object: 'event', type: 'invoice.paid', data: { object: {} } }
  const malformed = [
    '',
    'null',
    '7',
    '"event"',
    '[]',
    '{}',
    '{"data"',
    ...[
      { ...event, id: undefined },
      { ...event, id: { is: 'an object' } },
      { ...event, id: 'evt\0' },
      { ...event, id: '' },
      { ...event, type: null },
      { ...event, type: 'invoice\0paid' },
      { ...event, data: undefined },
      { ...event, data: null },
      { ...event, data: { object: null } },
      { ...event, data: { object: 'in_1' } },
      { ...event, data: { object: [] } },
      { ...event, data: { object: { object: 'subscription', id: 'sub\0' } } },
      { ...event, data: { object: { object: 'setup_intent', id: '\ud800' } } },
      { ...event, data: { object: { payment_intent: 'pi/../customers?\0' } } },
      { ...event, data: { object: { parent: { subscription_details: { subscription: 'sub\0' } } } } },
    ].map((each) => JSON.stringify(each)),
  ]
  for (const body of malformed) expect([body, await sendSigned(world, body)]).toEqual([body, 400])
  for (const object of [
    {},
    { object: 'subscription' },
    { object: 'subscription', id: 'sub_none' },
    { object: 'setup_intent', id: 'seti_none' },
    { payment_intent: 'pi_none' },
    { payment_intent: 7, parent: 'none' },
    { parent: { subscription_details: { subscription: 'sub_none' } } },
  ]) {
    const body = JSON.stringify({ ...event, id: `evt_${randomUUID()}`, data: { object } })
    expect([body, await sendSigned(world, body)]).toEqual([body, 200])
  }
  expect(await isVIP(ada)).toBe(true)
})

test('with Stripe configured, a member can subscribe, pay and be refunded over HTTP, and the books match', async () => {
  const server = await openLocalStripe(SECRET_KEY)
  onTestFinished(server.stop)
  const world = await startWorld({
    env: {
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_compliance',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_URL: server.url,
    },
  })
  server.join(world.deps)
  const [ada, ines] = [await world.dater(), await world.administrator()]
  const checkout = (await ada.client.createSubscription({ body: { plan: 'monthly' } })).data
  expect(checkout.clientSecret).toMatch(/_secret_/)
  const { rows } = await world.query('select provider_id from subscriptions')
  await server.pay((rows[0] as { provider_id: string }).provider_id)
  await ada.client.confirmSubscription({ body: { subscriptionId: checkout.subscriptionId } })
  expect((await ada.client.getProfile()).userData.user.isVIP).toBe(true)
  const { credit } = (await ada.client.previewSubscription({ query: { plan: 'annual' } })).data
  // A change to a cheaper plan leaves such a balance.
  const { customer } = await server.subscription((rows[0] as { provider_id: string }).provider_id)
  await server.change(await server.get('customer', customer), { balance: -500 })
  expect((await ada.client.previewSubscription({ query: { plan: 'annual' } })).data).toMatchObject({
    credit: expect.closeTo(credit + 500, -1),
    dueNow: expect.closeTo(plans.annual.amount - credit - 500, -1),
  })
  const [invoice] = (await ada.client.listInvoices()).data.invoices
  await ines.client.refundInvoice({ params: { id: invoice!._id }, body: { amount: 290, reason: 'A slow week.' } })
  await ada.client.cancelSubscription({ body: { atPeriodEnd: true } })
  expect((await ada.client.listInvoices()).data.invoices).toMatchObject([{ amount: 1290, refunded: 290 }])
  proof(`${new Set(server.requests).size} of Stripe's calls used, with published parameters only`)
})
