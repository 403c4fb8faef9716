import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db, Tx } from '../../infra/db/db.ts'
import type { Invoices } from '../../infra/db/schema.ts'
import type { SubscriptionKey } from './subscriptions.sql.ts'

export type InvoiceRow = Selectable<Invoices>

export async function saveInvoice(tx: Tx, invoice: Insertable<Invoices>): Promise<boolean> {
  const { provider_id, status, refunded, tax, link, created_at, period_start, period_end } = invoice
  const row = await tx
    .insertInto('invoices')
    .values(invoice)
    .onConflict((existing) =>
      existing.constraint('invoices_provider_id_key').doUpdateSet({
        status,
        refunded: refunded ?? 0,
        tax: tax ?? 0,
        link: link ?? null,
        created_at,
        period_start,
        period_end,
      }),
    )
    .returning(sql<string | null>`(select status from invoices o where o.provider_id = ${provider_id})`.as('before'))
    .executeTakeFirstOrThrow()
  return row.before !== 'paid'
}

export const listPaid = (db: Db, { id, account_id }: SubscriptionKey) =>
  db
    .selectFrom('invoices')
    .select(['refunded', 'created_at', 'period_start', 'period_end'])
    .where('account_id', '=', account_id)
    .where('subscription_id', '=', id)
    .where('status', '=', 'paid')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()

export type InvoicePage = { before?: string | undefined; limit: number }

export async function listPage(db: Db, accountId: string, { before, limit }: InvoicePage): Promise<InvoiceRow[]> {
  const isAfterCursor = before
    ? sql`(created_at, id) < (select created_at, id from invoices where id = ${before} and account_id = ${accountId})`
    : sql`true`
  const { rows } = await sql<InvoiceRow>`
    select * from invoices where account_id = ${accountId} and ${isAfterCursor}
    order by created_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

export const findInvoice = (db: Db, id: string) =>
  db
    .selectFrom('invoices')
    .innerJoin('subscriptions', (join) =>
      join
        .onRef('subscriptions.account_id', '=', 'invoices.account_id')
        .onRef('subscriptions.id', '=', 'invoices.subscription_id'),
    )
    .selectAll('invoices')
    .select(['subscriptions.provider_id as subscription_provider_id', 'subscriptions.status as subscription_status'])
    .where('invoices.id', '=', id)
    .executeTakeFirst()

/** An event from the gateway may have raised the amount already. */
export const saveRefunded = (tx: Tx, { account_id, id }: InvoiceRow, refunded: number): Promise<InvoiceRow> =>
  tx
    .updateTable('invoices')
    .set((eb) => ({ refunded: eb.fn('greatest', ['refunded', eb.val(refunded)]) }))
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
