import type { DecisionKind, Violation } from '@kindred/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'
import { demotions, type Period } from './numbers.sql.ts'

export type StatedRow = {
  id: string
  kind: Exclude<DecisionKind, 'warn'> | 'demote'
  category: Violation
  source: 'report' | 'own'
  is_detected: boolean
  is_automated: boolean
  has_text: boolean
  has_pictures: boolean
  has_sound: boolean
  is_message: boolean
  in_force_at: Date
  until: Date | null
}

const BATCH = 500

/** A batch of one kind of restrictions in sequence, which an index finds without reading earlier ones. */
const batchOf = (restrictions: RawBuilder<unknown>, { from, to }: Period, after: StatedRow | undefined) => {
  // In the database, whose timestamps are more precise than ours.
  const isAfter = after
    ? sql`(in_force_at, id) > ((select in_force_at from decisions where id = ${after.id}
        union all select in_force_at from (${demotions}) d where id = ${after.id} limit 1), ${after.id}::uuid)`
    : sql`true`
  return sql`(select id, kind, category, source, is_detected, is_automated, hidden, in_force_at, until
    from ${restrictions} where in_force_at >= ${from} and in_force_at < ${to} and ${isAfter}
    order by in_force_at, id limit ${BATCH})`
}

/** Restrictions that took effect in a period, in sequence. A warning restricts nothing. */
export async function findStated(db: Db, period: Period, after: StatedRow | undefined): Promise<StatedRow[]> {
  const decided = sql`(select * from decisions where kind <> 'warn' and state <> 'undone') d`
  const demoted = sql`(select *, '{}'::jsonb as hidden from (${demotions}) l) d`
  const batches = [decided, demoted].map((restrictions) => batchOf(restrictions, period, after))
  const { rows } = await sql<StatedRow & { message: string | null }>`
    select d.id, d.kind, category, source, is_detected, is_automated, in_force_at, until,
      hidden ?| array['bio', 'prompts', 'voiceText'] as has_text, hidden ? 'pictures' as has_pictures,
      hidden ? 'voice' as has_sound, hidden ? 'message' as is_message, hidden ->> 'message' as message
    from (${sql.join(batches, sql` union all `)}) d
    order by in_force_at, d.id limit ${BATCH}`.execute(db)
  const messages = await sql<{ id: string; has_text: boolean; kind: string | null }>`
    select id, coalesce(text, '') <> '' as has_text, kind from chat_messages
    where id = any(${rows.flatMap(({ message }) => message ?? [])}::uuid[])`.execute(db)
  const removed = new Map(messages.rows.map((message) => [message.id, message]))
  return rows.map(({ message, ...row }) => {
    const { has_text = false, kind } = removed.get(message ?? '') ?? {}
    return {
      ...row,
      has_text: row.has_text || has_text,
      has_pictures: row.has_pictures || kind === 'picture',
      has_sound: row.has_sound || kind === 'voice',
    }
  })
}
