import { expect, test } from 'vitest'
import type { Person } from '../people.ts'
import { pay } from '../sandbox-payments.ts'
import { startWorld, type World } from '../world.ts'

const subscribe = async (world: World, { client }: Person, card: string) => {
  const { clientSecret } = (await client.createSubscription({ body: { plan: 'monthly' } })).data
  await pay(world, clientSecret, card)
}

const startPaid = async () => {
  const world = await startWorld()
  const [ada, ben, ines] = [
    await world.dater({ firstName: 'Adelheid', lastName: 'Quittenbaum' }),
    await world.dater({ firstName: 'Ben' }),
    await world.administrator(),
  ]
  await subscribe(world, ada, 'success')
  await subscribe(world, ben, 'dispute')
  const [invoice] = (await ada.client.listInvoices()).data.invoices
  const find = async ({ client }: Person, query: object) => (await client.listSubscriptions({ query })).data
  const namesFound = async (search: string, query: object = {}) =>
    (await find(ines, { search, ...query })).subscriptions.map(({ user }) => user.name.split(' ')[0])
  return { world, ada, ben, ines, invoice: invoice!, find, namesFound }
}

test('staff find a subscription by name, email, invoice number or the last four digits of the card', async () => {
  const { ada, ben, invoice, namesFound } = await startPaid()
  expect(invoice).toMatchObject({ last4: '4242', number: expect.stringMatching(/^[\dA-F]{8}-0001$/) })
  const number = invoice.number!
  for (const search of ['quitten', 'ADELHEID Q', ada.email, number, number.toLowerCase(), number.slice(0, 6), '4242'])
    expect([search, await namesFound(search)]).toEqual([search, ['Adelheid']])
  for (const search of ['•••• 0259', ben.email]) expect([search, await namesFound(search)]).toEqual([search, ['Ben']])
  for (const search of ['1234', 'unknown', '%', `${number}1`])
    expect([search, await namesFound(search)]).toEqual([search, []])
})

test('a search keeps the filters, the order and the place, and names the payment that it found', async () => {
  const { world, ines, invoice, find, namesFound, ada } = await startPaid()
  expect(await namesFound('4242', { status: 'active' })).toEqual(['Adelheid'])
  expect(await namesFound('4242', { status: 'canceled' })).toEqual([])
  await world.query(`
    insert into invoices (account_id, subscription_id, provider_id, plan, amount, currency, status, created_at, period_start, period_end, number, last4)
    select account_id, subscription_id, 'later', plan, amount, currency, status, created_at + interval '1 month', period_end, period_end, 'LATER-0002', '0341'
    from invoices where account_id = '${ada.user._id}'`)
  const paymentOf = async (search: string) => (await find(ines, { search })).subscriptions[0]!.payment!.number
  expect([await paymentOf('Adelheid'), await paymentOf(invoice.number!)]).toEqual(['LATER-0002', invoice.number])
  await world.query(`update accounts set first_name = 'Ada'`)
  const first = await find(ines, { search: 'Ada', limit: '1' })
  const second = await find(ines, { search: 'Ada', limit: '1', after: first.nextAfter })
  const ids = [first, second].flatMap(({ subscriptions }) => subscriptions.map(({ _id }) => _id))
  expect([new Set(ids).size, second.nextAfter]).toEqual([2, null])
  const oldest = await find(ines, { search: 'Ada', sort: 'oldest' })
  expect(oldest.subscriptions.map(({ _id }) => _id)).toEqual(ids.toReversed())
})

test('support searches payments; an analyst can neither search nor see them', async () => {
  const { world, find, ada } = await startPaid()
  const [lena, theo] = [await world.staff('support'), await world.staff('analyst')]
  expect((await find(lena, { search: '4242' })).subscriptions).toMatchObject([
    { user: { _id: ada.user._id }, payment: { last4: '4242' } },
  ])
  for (const search of ['Adelheid', ada.email, '4242', 'x'])
    await expect(find(theo, { search })).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  const { subscriptions } = await find(theo, {})
  expect(subscriptions.map(({ payment, user }) => [payment, user.name])).toEqual([
    [null, ''],
    [null, ''],
  ])
})
