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

/** A batch of one kind of restrictions, in their order, which an index finds without reading those before. */
const batchOf = (restrictions: RawBuilder<unknown>, { from, to }: Period, after: StatedRow | undefined) => {
  // In the database: it knows the time more exactly than we do.
  const isAfter = after
    ? sql`(in_force_at, id) > ((select in_force_at from decisions where id = ${after.id}
        union all select in_force_at from (${demotions}) d where id = ${after.id} limit 1), ${after.id}::uuid)`
    : sql`true`
  return sql`(select id, kind, category, source, is_detected, is_automated, hidden, in_force_at, until
    from ${restrictions} where in_force_at >= ${from} and in_force_at < ${to} and ${isAfter}
    order by in_force_at, id limit ${BATCH})`
}

/** Restrictions that took effect in a period, in their order. A warning restricts nothing. */
export async function findStated(db: Db, period: Period, after: StatedRow | undefined): Promise<StatedRow[]> {
  const decided = sql`(select * from decisions where kind <> 'warn' and state <> 'undone') d`
  const demoted = sql`(select *, '{}'::jsonb as hidden from (${demotions}) l) d`
  const batches = [decided, demoted].map((restrictions) => batchOf(restrictions, period, after))
  const { rows } = await sql<StatedRow>`
    select d.id, d.kind, category, source, is_detected, is_automated, in_force_at, until,
      hidden ?| array['bio', 'prompts', 'voiceText'] or coalesce(g.text, '') <> '' as has_text,
      hidden ? 'pictures' or g.public_id is not null as has_pictures,
      hidden ? 'voice' or v.message_id is not null as has_sound, hidden ? 'message' as is_message
    from (${sql.join(batches, sql` union all `)}) d
      left join chat_messages g on g.id = (hidden ->> 'message')::uuid
      left join chat_voice_notes v on v.match_id = g.match_id and v.message_id = g.id
    order by in_force_at, d.id limit ${BATCH}`.execute(db)
  return rows
}
