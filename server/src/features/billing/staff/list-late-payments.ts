import type { LatePayment } from '@kindred/contract'
import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../infra/db/db.ts'

type LateRow = Pick<LatePayment, 'plan' | 'amount' | 'currency' | 'why' | 'outcome'> & {
  id: string
  since: Date
  settled_at: Date | null
  account_id: string
  name: string
  email: string | null
}

async function listPage(db: Db, before: string | undefined, limit: number): Promise<LateRow[]> {
  const isAfterCursor = before
    ? sql`(p.since, p.id) < (select since, id from late_payments where id = ${before})`
    : sql`true`
  const { rows } = await sql<LateRow>`
    select p.id, p.plan, p.amount, s.currency, p.why, p.since, p.settled_at, p.outcome, a.id as account_id,
      a.full_name as name, a.email
    from late_payments p join identity_people a on a.id = p.account_id
      join subscriptions s on s.account_id = p.account_id and s.id = p.subscription_id
    where ${isAfterCursor} order by p.since desc, p.id desc limit ${limit}`.execute(db)
  return rows
}

export async function countLatePayments(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select from late_payments where settled_at is null limit ${most}) p`.execute(db)
  return rows[0]?.count ?? 0
}

const toLatePayment = (row: LateRow): LatePayment => ({
  _id: row.id,
  user: { _id: row.account_id, name: row.name, email: row.email },
  plan: row.plan,
  amount: row.amount,
  currency: row.currency,
  why: row.why,
  since: row.since.toISOString(),
  settledAt: row.settled_at?.toISOString() ?? null,
  outcome: row.outcome,
})

export async function listLatePayments({ db }: Pick<Deps, 'db'>, before: string | undefined, limit: number) {
  const rows = await listPage(db, before, limit + 1)
  const shown = rows.slice(0, limit)
  return { payments: shown.map(toLatePayment), nextBefore: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
}
