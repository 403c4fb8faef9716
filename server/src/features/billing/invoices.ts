import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../infra/db/db.ts'
import type { InvoiceRow } from './queries.ts'
import { toldInvoice } from './service.ts'

type Page = { before?: string | undefined; limit: number }

async function page(db: Db, accountId: string, { before, limit }: Page): Promise<InvoiceRow[]> {
  const behind = before
    ? sql`(created_at, id) < (select created_at, id from invoices where id = ${before} and account_id = ${accountId})`
    : sql`true`
  const { rows } = await sql<InvoiceRow>`
    select * from invoices where account_id = ${accountId} and ${behind}
    order by created_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

/** What somebody paid, the newest first. */
export async function listInvoices({ db }: Pick<Deps, 'db'>, accountId: string, { before, limit }: Page) {
  const rows = await page(db, accountId, { before, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  return { invoices: shown.map(toldInvoice), nextBefore: rows.length > limit ? shown.at(-1)!.id : null }
}
