import type { Deps } from '../../../deps.ts'
import { listPage, type InvoicePage } from '../invoices.sql.ts'
import { toInvoice } from '../to-invoice.ts'

export async function listInvoices({ db }: Pick<Deps, 'db'>, accountId: string, { before, limit }: InvoicePage) {
  const rows = await listPage(db, accountId, { before, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  return { invoices: shown.map(toInvoice), nextBefore: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
}
