import type { PlanName } from '@kindred/contract'
import { sql } from 'kysely'
import type { GatewayCalls } from './gateway.ts'
import { selectSubscriptions, type Books } from './sandbox-books.ts'

export function moneyCalls({ db }: Books): GatewayCalls<'invoices' | 'refund' | 'leftover'> {
  return {
    leftover: async (id) => (await selectSubscriptions(db).where('id', '=', id).executeTakeFirst())?.balance ?? 0,
    invoices: async (id) => {
      const rows = await db
        .selectFrom('sandbox_invoices')
        .innerJoin('sandbox_subscriptions', 'sandbox_subscriptions.id', 'subscription_id')
        .selectAll('sandbox_invoices')
        .select('currency')
        .where('subscription_id', '=', id)
        .orderBy('sandbox_invoices.created_at', 'desc')
        .$narrowType<{ plan: PlanName }>()
        .execute()
      return rows.map((row) => ({
        id: row.id,
        subscriptionId: id,
        plan: row.plan,
        amount: row.amount,
        currency: row.currency,
        refunded: row.refunded,
        status: row.status,
        createdAt: row.created_at,
        periodStart: row.period_start,
        periodEnd: row.period_end,
        tax: 0,
        link: null,
      }))
    },
    refund: async (invoiceId, amount, key) => {
      await sql`
        update sandbox_invoices set refunded = refunded + ${amount}, refund_keys = refund_keys || ${key}::text
        where id = ${invoiceId} and refunded + ${amount} <= amount
          and not refund_keys @> array[${key}::text]`.execute(db)
      const { rows } = await sql`
        select from sandbox_invoices
        where id = ${invoiceId} and refund_keys @> array[${key}::text]`.execute(db)
      return rows.length > 0
    },
  }
}
