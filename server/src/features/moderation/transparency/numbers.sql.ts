import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'
import type { Counted } from './rules.ts'

export type Period = { from: Date; to: Date }

const within = (column: RawBuilder<unknown>, { from, to }: Period) => sql`${column} >= ${from} and ${column} < ${to}`

/**
 * What monitoring rules restricted by themselves: someone is shown less while the report about them is open. It is over
 * with the report, and lifted if staff reject it.
 */
export const demotions = sql`select l.report_id as id, 'demote' as kind,
    case when r.detail in ('scam', 'spam') then r.detail else 'other' end as category, 'own' as source,
    true as is_detected, true as is_automated,
    case when r.status in ('pending', 'in_progress') then 'in_force' when r.status = 'rejected' then 'lifted'
      else 'expired' end as state,
    coalesce(l.at, r.created_at) as in_force_at, r.closed_at as until
  from lessened_exposures l join reports r on r.id = l.report_id`

/** Decisions that took effect, unless they were undone before anyone heard of them, and what rules restricted. */
const decisions = (period: Period) => sql`(
    select kind, category, source, is_detected, is_automated, state from decisions
    where in_force_at is not null and state <> 'undone' and ${within(sql`in_force_at`, period)}
    union all
    select kind, category, source, is_detected, is_automated, state from (${demotions}) d
    where ${within(sql`in_force_at`, period)}) made`
const reports = (period: Period) => sql`reports where ${within(sql`created_at`, period)}`
const appeals = (period: Period) => sql`appeals where ${within(sql`created_at`, period)}`

async function countBy(db: Db, name: RawBuilder<unknown>, rows: RawBuilder<unknown>): Promise<Counted[]> {
  const found = await sql<Counted>`
    select ${name} as name, count(*)::int as count from ${rows} group by 1 order by 2 desc, 1`.execute(db)
  return found.rows
}

export type Median = { median: number | null; of: number }

async function medianOf(db: Db, end: RawBuilder<unknown>, rows: RawBuilder<unknown>): Promise<Median> {
  const found = await sql<Median>`
    select percentile_cont(0.5) within group (order by extract(epoch from ${end} - created_at))::float8 as median,
      count(${end})::int as of from ${rows}`.execute(db)
  return found.rows[0] ?? { median: null, of: 0 }
}

export const reportNumbers = async (db: Db, period: Period) => ({
  byType: await countBy(db, sql`problem_type`, reports(period)),
  bySource: await countBy(db, sql`case when detection is null then 'member' else 'rule' end`, reports(period)),
  firstAnswer: await medianOf(db, sql`first_answer_at`, reports(period)),
  resolution: await medianOf(db, sql`closed_at`, reports(period)),
})

export const decisionNumbers = async (db: Db, period: Period) => ({
  byKind: await countBy(db, sql`kind`, decisions(period)),
  byCategory: await countBy(db, sql`category`, decisions(period)),
  bySource: await countBy(db, sql`case when is_detected then 'rule' else source end`, decisions(period)),
  byAutomation: await countBy(
    db,
    sql`case when is_automated then 'automated' when is_detected then 'partly automated' else 'by a person' end`,
    decisions(period),
  ),
  byState: await countBy(db, sql`state`, decisions(period)),
})

export const appealNumbers = async (db: Db, period: Period) => ({
  byAppellant: await countBy(db, sql`case when decision_id is null then 'reporter' else 'member' end`, appeals(period)),
  byOutcome: await countBy(db, sql`state`, appeals(period)),
  decision: await medianOf(db, sql`decided_at`, appeals(period)),
})
