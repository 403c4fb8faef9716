import type { LatePayment, PlanName } from '@kindred/contract'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Db, Tx } from '../../infra/db/db.ts'
import type { Row } from './queries.ts'

/** Writes down that a payment is late, or what became of one that was. */
export async function noteLate(tx: Tx, before: Row, after: Row, now: Date): Promise<void> {
  const [was, is] = [before.status === 'past_due', after.status === 'past_due']
  if (is && !was)
    await tx
      .insertInto('late_payments')
      .values({
        subscription_id: after.id,
        plan: after.plan,
        amount: after.amount,
        why: after.disputed ? 'dispute' : 'payment',
        since: now,
      })
      .execute()
  if (was && !is)
    await tx
      .updateTable('late_payments')
      .set({ settled_at: now, outcome: ['active', 'trialing'].includes(after.status) ? 'paid' : 'ended' })
      .where('subscription_id', '=', after.id)
      .where('settled_at', 'is', null)
      .execute()
}

type LateRow = {
  id: string
  plan: string
  amount: number
  why: string
  since: Date
  settled_at: Date | null
  outcome: string | null
  account_id: string
  name: string
  email: string | null
}

async function page(db: Db, before: string | undefined, limit: number): Promise<LateRow[]> {
  const behind = before ? sql`(p.since, p.id) < (select since, id from late_payments where id = ${before})` : sql`true`
  const { rows } = await sql<LateRow>`
    select p.id, p.plan, p.amount, p.why, p.since, p.settled_at, p.outcome, a.id as account_id,
      a.full_name as name, a.email
    from late_payments p join subscriptions s on s.id = p.subscription_id join identity_people a on a.id = s.account_id
    where ${behind} order by p.since desc, p.id desc limit ${limit}`.execute(db)
  return rows
}

/** Payments that did not go through, or were disputed, the newest first. */
export async function listLate({ db }: Pick<Deps, 'db'>, before: string | undefined, limit: number) {
  const rows = await page(db, before, limit + 1)
  const shown = rows.slice(0, limit)
  return {
    payments: shown.map((row): LatePayment => ({
      _id: row.id,
      user: { _id: row.account_id, name: row.name, email: row.email },
      plan: row.plan as PlanName,
      amount: row.amount,
      why: row.why as LatePayment['why'],
      since: row.since.toISOString(),
      settledAt: row.settled_at?.toISOString() ?? null,
      outcome: row.outcome as LatePayment['outcome'],
    })),
    nextBefore: rows.length > limit ? shown.at(-1)!.id : null,
  }
}
