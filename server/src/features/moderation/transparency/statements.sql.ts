import type { DecisionKind, Violation } from '@kindred/contract'
import { sql } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'
import type { Period } from './numbers.sql.ts'

export type StatedRow = {
  id: string
  kind: Exclude<DecisionKind, 'warn'>
  category: Violation
  source: 'report' | 'own'
  is_detected: boolean
  is_automated: boolean
  has_text: boolean
  has_pictures: boolean
  has_voice: boolean
  in_force_at: Date
  until: Date | null
}

const BATCH = 500

/** Restrictions that took effect in a period, in their order. A warning restricts nothing. */
export async function findStated(db: Db, { from, to }: Period, after: StatedRow | undefined): Promise<StatedRow[]> {
  // In the database: it knows the time more exactly than we do.
  const isAfter = after
    ? sql`(in_force_at, id) > (select in_force_at, id from decisions where id = ${after.id})`
    : sql`true`
  const { rows } = await sql<StatedRow>`
    select id, kind, category, source, is_detected, is_automated,
      hidden ?| array['bio', 'prompts', 'message'] as has_text,
      hidden ? 'pictures' as has_pictures, hidden ? 'voice' as has_voice, in_force_at, until
    from decisions where kind <> 'warn' and state <> 'undone' and in_force_at >= ${from} and in_force_at < ${to}
      and ${isAfter} order by in_force_at, id limit ${BATCH}`.execute(db)
  return rows
}
