import { expect, test } from 'vitest'
import { startPaying } from '../paying.ts'
import type { Person } from '../people.ts'
import { pay } from '../sandbox-payments.ts'
import { startWorld } from '../world.ts'

const startPaid = async () => {
  const world = await startWorld()
  const [ada, ines] = [
    await world.dater({ firstName: 'Adelheid', lastName: 'Quittenbaum' }),
    await world.administrator(),
  ]
  const { clientSecret } = (await ada.client.createSubscription({ body: { plan: 'monthly' } })).data
  await pay(world, clientSecret)
  const paymentsOf = async () => (await ada.client.listInvoices()).data.invoices
  const read = async (id: string) => (await ines.client.getPayment({ params: { id } })).data
  const kindsOf = async (id: string) => (await read(id)).events.map(({ kind }) => kind)
  return { world, ada, ines, paymentsOf, read, kindsOf }
}

test('a payment shows its payer, its card, and each refund with its amount, author and reason', async () => {
  const { ada, ines, paymentsOf, read } = await startPaid()
  const [{ _id: id, number } = { _id: '', number: '' }] = await paymentsOf()
  const refund = (amount: number, reason: string) =>
    ines.client.refundInvoice({ params: { id }, body: { amount, reason } })
  await refund(290, 'Charged by mistake')
  await refund(1000, 'Asked within 14 days')
  const { payment, events } = await read(id)
  expect(payment).toMatchObject({ number, last4: '4242', refunded: 1290, user: { email: ada.email } })
  expect(payment.user.name).toBe('Adelheid Quittenbaum')
  const by = expect.stringContaining(ines.user.lastName!) as string
  // The full refund ends the subscription before we save the refund.
  expect(events.filter(({ kind }) => kind !== 'ended')).toMatchObject([
    { kind: 'refunded', amount: 1000, by, reason: 'Asked within 14 days' },
    { kind: 'refunded', amount: 290, by, reason: 'Charged by mistake' },
    { kind: 'paid', amount: 1290 },
  ])
  expect(events.filter(({ kind }) => kind === 'ended')).toHaveLength(1)
})

test('a refund made at the gateway is shown without a time', async () => {
  const { world, paymentsOf, read } = await startPaid()
  const [{ _id: id } = { _id: '' }] = await paymentsOf()
  await world.query('update invoices set refunded = 290')
  expect((await read(id)).events).toMatchObject([{ kind: 'refunded', at: null, amount: 290 }, { kind: 'paid' }])
})

test('a payment leads to the next one, which renews or changes the plan, and the last one to the end', async () => {
  const { ada, paymentsOf, read, kindsOf } = await startPaid()
  const [{ _id: first } = { _id: '' }] = await paymentsOf()
  await ada.client.updateSubscription({ body: { plan: 'annual' } })
  const second = (await paymentsOf()).find(({ _id }) => _id !== first)!
  expect((await read(first)).events).toMatchObject([
    { kind: 'changed', payment: second._id, amount: second.amount },
    { kind: 'paid' },
  ])
  expect(await kindsOf(second._id)).toEqual(['paid'])
  await ada.client.cancelSubscription({ body: { atPeriodEnd: true } })
  expect(await kindsOf(second._id)).toEqual(['canceled', 'paid'])
})

test('disputes and failed renewals belong to the payment that they are about', async () => {
  const { world, stripe, ada, id, sendEvent } = await startPaying()
  const ines = await world.administrator()
  const kinds = async () => {
    const { invoices } = (await ada.client.listInvoices()).data
    const read = ({ _id }: { _id: string }) => ines.client.getPayment({ params: { id: _id } })
    return Promise.all(invoices.map(async (invoice) => (await read(invoice)).data.events.map(({ kind }) => kind)))
  }
  // A dispute of the only payment would end the subscription.
  await stripe.sandbox().advance(32)
  await sendEvent('customer.subscription.updated', await stripe.subscription(id))
  const dispute = await stripe.dispute(id)
  await sendEvent('charge.dispute.created', dispute)
  expect((await kinds())[0]).toEqual(['disputed', 'paid'])
  await stripe.change(dispute, { status: 'won' })
  await sendEvent('charge.dispute.closed', dispute)
  expect((await kinds())[0]).toEqual(['won', 'disputed', 'paid'])
  await stripe.change(dispute, { status: 'lost' })
  await sendEvent('charge.dispute.closed', dispute)
  expect((await kinds())[0]).toContain('ended')
})

test('staff find payments by name, number and card; only roles with access to invoices do', async () => {
  const { world, ada, ines, paymentsOf } = await startPaid()
  const [{ _id, number } = { _id: '', number: '' }] = await paymentsOf()
  const find = async (search: string) =>
    (await ines.client.findPayments({ query: { search } })).data.payments.map((each) => each._id)
  for (const search of ['quitten', ada.email, number!, '4242'])
    expect([search, await find(search)]).toEqual([search, [_id]])
  for (const search of ['0341', 'another name', '%'])
    expect([search, (await find(search)).length > 1]).toEqual([search, false])
  const before = `select from audit_log where action = 'account.viewed' and subject_id = '${ada.user._id}'`
  const readsOf = ({ client }: Person) => [
    () => client.findPayments({ query: { search: 'quitten' } }),
    () => client.getPayment({ params: { id: _id } }),
  ]
  for (const read of readsOf(await world.staff('support'))) await read()
  for (const role of ['moderator', 'analyst'] as const)
    for (const read of readsOf(await world.staff(role))) await expect(read()).rejects.toMatchObject({ status: 403 })
  expect((await world.query(before)).rows).toHaveLength(1)
  await expect(ines.client.getPayment({ params: { id: ada.user._id } })).rejects.toMatchObject({ status: 404 })
})
