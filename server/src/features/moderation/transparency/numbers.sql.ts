import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'

export type Period = { from: Date; to: Date }

const within = (column: RawBuilder<unknown>, { from, to }: Period) => sql`${column} >= ${from} and ${column} < ${to}`

/**
 * Automatic restrictions by monitoring rules: someone is shown less while the report about them is open. It ends with
 * the report, and is lifted if staff reject it.
 */
export const demotions = sql`
  select id, 'demote' as kind, case when detail in ('scam', 'spam') then detail else 'other' end as category,
    'own' as source, true as is_detected, true as is_automated,
    case when status in ('pending', 'in_progress') then 'in_force' when status = 'rejected' then 'lifted'
      else 'expired' end as state,
    lessens_since as in_force_at, closed_at as until
  from reports where lessens_since is not null`

// Each table is read once and grouped by all columns together, which returns few rows for any number.

export type ReportGroup = { type: string; source: string; count: number }

export const countReports = async (db: Db, period: Period): Promise<ReportGroup[]> =>
  (
    await sql<ReportGroup>`
      select problem_type as type, case when detection is null then 'member' else 'rule' end as source,
        count(*)::int as count
      from reports where ${within(sql`created_at`, period)} group by 1, 2`.execute(db)
  ).rows

export type DecisionGroup = {
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

export type AppealGroup = { appellant: string; outcome: string; count: number }

export const countAppeals = async (db: Db, period: Period): Promise<AppealGroup[]> =>
  (
    await sql<AppealGroup>`
      select case when decision_id is null then 'reporter' else 'member' end as appellant, state as outcome,
        count(*)::int as count
      from appeals where ${within(sql`created_at`, period)} group by 1, 2`.execute(db)
  ).rows

export type Median = { median: number | null; of: number }

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
