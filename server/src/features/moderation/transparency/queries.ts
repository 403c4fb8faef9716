import type { DecisionKind, Violation } from '@kindred/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'

export type Period = { from: Date; to: Date }

const within = (column: RawBuilder<unknown>, { from, to }: Period) => sql`${column} >= ${from} and ${column} < ${to}`

/**
 * Automatic restrictions by monitoring rules: someone is shown less while the report about them is open. Each ends with
 * its report, and is lifted if staff reject the report.
 */
const demotions = sql`
  select id, 'demote' as kind, case when detail in ('scam', 'spam') then detail else 'other' end as category,
    'own' as source, true as is_detected, true as is_automated,
    case when status in ('pending', 'in_progress') then 'in_force' when status = 'rejected' then 'lifted'
      else 'expired' end as state,
    lessens_since as in_force_at, closed_at as until
  from reports where lessens_since is not null`

// Each table is read once and grouped by all columns together, which returns few rows for any number.

type ReportGroup = { type: string; source: string; count: number }

export const countReports = async (db: Db, period: Period): Promise<ReportGroup[]> =>
  (
    await sql<ReportGroup>`
      select problem_type as type, case when detection is null then 'member' else 'rule' end as source,
        count(*)::int as count
      from reports where ${within(sql`created_at`, period)} group by 1, 2`.execute(db)
  ).rows

type DecisionGroup = {
  kind: string
  category: string
  source: string
  automation: string
  state: string
  count: number
}

/** Decisions that took effect, unless they were undone before anyone heard of them, and rules' restrictions. */
export const countDecisions = async (db: Db, period: Period): Promise<DecisionGroup[]> =>
  (
    await sql<DecisionGroup>`
      select kind, category, case when is_detected then 'rule' else source end as source,
        case when is_automated then 'automated' when is_detected then 'partly automated' else 'by a person' end
          as automation,
        state, count(*)::int as count
      from (
        select kind, category, source, is_detected, is_automated, state from decisions
        where in_force_at is not null and state <> 'undone' and ${within(sql`in_force_at`, period)}
        union all
        select kind, category, source, is_detected, is_automated, state from (${demotions}) d
        where ${within(sql`in_force_at`, period)}) made
      group by 1, 2, 3, 4, 5`.execute(db)
  ).rows

type AppealGroup = { appellant: string; outcome: string; count: number }

export const countAppeals = async (db: Db, period: Period): Promise<AppealGroup[]> =>
  (
    await sql<AppealGroup>`
      select case when decision_id is null then 'reporter' else 'member' end as appellant, state as outcome,
        count(*)::int as count
      from appeals where ${within(sql`created_at`, period)} group by 1, 2`.execute(db)
  ).rows

type Median = { median: number | null; of: number }

async function medianOf(db: Db, period: Period, table: RawBuilder<unknown>, end: RawBuilder<unknown>): Promise<Median> {
  const { rows } = await sql<Median>`
    select percentile_cont(0.5) within group (order by extract(epoch from ${end} - created_at)::float8) as median,
      count(*)::int as of
    from ${table} where ${within(sql`created_at`, period)} and ${end} is not null`.execute(db)
  return rows[0] ?? { median: null, of: 0 }
}

export const medians = async (db: Db, period: Period) => {
  const [firstAnswer, resolution, appeal] = await Promise.all([
    medianOf(db, period, sql`reports`, sql`first_answer_at`),
    medianOf(db, period, sql`reports`, sql`closed_at`),
    medianOf(db, period, sql`appeals`, sql`decided_at`),
  ])
  return { firstAnswer, resolution, appeal }
}

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
  // Compared in the database, whose timestamps are more precise than JavaScript dates.
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
