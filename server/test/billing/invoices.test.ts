import { expect, test } from 'vitest'
import type { Person } from '../people.ts'
import { startWorld, type World } from '../world.ts'

/** Paid on consecutive days, except the last two, which were paid at the same moment. */
const pay = (world: World, { user }: Person, count: number) =>
  world.query(`
    with made as (insert into subscriptions (account_id, provider, plan, amount, currency, status, created_at, updated_at)
      values ('${user._id}', 'gift', 'monthly', 0, 'EUR', 'canceled', now(), now()) returning id)
    insert into invoices (account_id, subscription_id, provider_id, plan, amount, currency, status, created_at, period_start, period_end)
    select '${user._id}', made.id, 'invoice ' || n || ' of ${user._id}', 'monthly', n, 'EUR', 'paid', at, at, at + interval '1 month'
    from made, generate_series(1, ${count}) n, lateral (select timestamptz '2026-01-01' + least(n, ${count - 1}) * interval '1 day' as at) paid`)

type Answer = { data: { invoices: { _id: string; amount: number }[]; nextBefore: string | null } }

async function pages(ask: (query: { limit: string; before?: string }) => Promise<Answer>, limit: string) {
  const found: number[][] = []
  for (let before: string | undefined; ;) {
    const { invoices, nextBefore } = (await ask({ limit, ...(before ? { before } : {}) })).data
    found.push(invoices.map(({ amount }) => amount))
    if (!nextBefore) return found
    expect(nextBefore).toBe(invoices.at(-1)!._id)
    before = nextBefore
  }
}

test('invoices are paged newest first, without gaps or repeats', async () => {
  const world = await startWorld()
  const [ada, ines] = [await world.member(), await world.administrator()]
  await pay(world, ada, 7)
  const params = { id: ada.user._id }
  for (const ask of [
    (query: { limit: string; before?: string }) => ada.client.listInvoices({ query }),
    (query: { limit: string; before?: string }) => ines.client.listInvoicesOf({ params, query }),
  ]) {
    const found = await pages(ask, '3')
    expect(found.map(({ length }) => length)).toEqual([3, 3, 1])
    expect(new Set(found[0]!.slice(0, 2))).toEqual(new Set([6, 7]))
    expect(found.flat().slice(2)).toEqual([5, 4, 3, 2, 1])
    expect(await pages(ask, '7')).toHaveLength(1)
  }
})

test('a page has 20 invoices by default and 100 at most', async () => {
  const world = await startWorld()
  const [ada, ines] = [await world.member(), await world.administrator()]
  await pay(world, ada, 25)
  const params = { id: ada.user._id }
  expect((await ada.client.listInvoices()).data.invoices).toHaveLength(20)
  expect((await ines.client.listInvoicesOf({ params })).data.invoices).toHaveLength(20)
  for (const query of [{ limit: '101' }, { limit: '0' }, { before: 'x' }]) {
    await expect(ada.client.listInvoices({ query })).rejects.toMatchObject({ status: 400 })
    await expect(ines.client.listInvoicesOf({ params, query })).rejects.toMatchObject({ status: 400 })
  }
})

test("another member's invoice reveals nothing when used as a cursor", async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.member(), await world.member({ firstName: 'Ben' })]
  await pay(world, ada, 3)
  await pay(world, ben, 3)
  const [theirs] = (await ben.client.listInvoices()).data.invoices
  expect((await ada.client.listInvoices({ query: { before: theirs!._id } })).data).toEqual({
    invoices: [],
    nextBefore: null,
  })
})
