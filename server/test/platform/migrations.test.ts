import { expect, onTestFinished, test } from 'vitest'
import { askDatabase, cloneDatabase, startWorld } from '../world.ts'

test('a migration that lands after a later one is still applied', async () => {
  const { url, drop } = await cloneDatabase()
  onTestFinished(drop)
  const isThere = async () =>
    (await askDatabase(url, `select to_regclass('invoices_page') is not null as is_there`)).rows[0].is_there
  expect(await isThere()).toBe(true)
  await askDatabase(
    url,
    `drop index invoices_page; create index invoices_of_account on invoices (account_id);
    delete from kysely_migration where name = '0030_invoice_pages'`,
  )
  await startWorld({ databaseUrl: url })
  expect(await isThere()).toBe(true)
})
