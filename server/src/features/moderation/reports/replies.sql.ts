import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'

export type ReplyRow = {
  id: string
  report_id: string
  by_staff: boolean
  is_internal: boolean
  message: string
  at: Date
  name: string | null
}

export async function findReplies(
  db: Db | Tx,
  reportIds: readonly string[],
  includesInternal: boolean,
): Promise<ReplyRow[]> {
  const { rows } = await sql<ReplyRow>`
    select p.id, p.report_id, p.by_staff, p.is_internal, p.message, p.at, a.full_name as name
    from report_replies p left join identity_people a on a.id = p.author_id
    where p.report_id = any(${reportIds}::uuid[]) and (${includesInternal} or not p.is_internal)
    order by p.id`.execute(db)
  return rows
}

type NewReply = {
  report_id: string
  author_id: string
  by_staff: boolean
  is_internal: boolean
  message: string
  at: Date
}

export const insertReply = (tx: Tx, reply: NewReply) => tx.insertInto('report_replies').values(reply).execute()

/**
 * A reply's effect on the deadlines. An answer by staff ends the current one. A message by the reporter starts the next
 * one. An internal note changes nothing.
 */
export type ClockEffect = { answered: true } | { waitsUntil: Date } | 'none'

export const countReply = (tx: Tx, id: string, now: Date, effect: ClockEffect) => {
  const clocks =
    effect === 'none'
      ? sql``
      : 'answered' in effect
        ? sql`, first_answer_at = coalesce(first_answer_at, ${now}), next_due_at = null`
        : sql`, next_due_at = case when first_answer_at is null then null
            else coalesce(next_due_at, ${effect.waitsUntil}) end`
  return sql`update reports set reply_count = reply_count + 1, updated_at = ${now}, version = version + 1${clocks}
    where id = ${id}`.execute(tx)
}
