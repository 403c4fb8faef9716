import type { Invoice } from '@kindred/contract'
import type { InvoiceRow } from './invoices.sql.ts'

export const toInvoice = (row: InvoiceRow): Invoice => ({
  _id: row.id,
  plan: row.plan,
  created: row.created_at.toISOString(),
  period_start: row.period_start.toISOString(),
  period_end: row.period_end.toISOString(),
  amount: row.amount,
  tax: row.tax,
  refunded: row.refunded,
  currency: row.currency,
  status: row.status,
  link: row.link,
})
