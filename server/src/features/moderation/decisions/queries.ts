import type { Decision, DecisionKind, DecisionState, FraudWarningState, ReportDetail } from '@kindred/contract'
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { decidersOfDecision, hasOthers } from '../appeals/queries.ts'
import type { HiddenContent, HideInput } from '../../profiles/index.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Decisions } from '../../../infra/db/schema.ts'

export type DecisionHideInput = HideInput & { message?: string | undefined; findCopies?: boolean }

type Narrowed = Pick<Decision, 'kind' | 'state' | 'source' | 'category' | 'subscription'> & {
  /** A message with its match, or parts of a profile. */
  hidden: HiddenContent & { message?: string; match?: string }
}
export type DecisionRow = Omit<Selectable<Decisions>, keyof Narrowed> & Narrowed
export type NamedDecisionRow = DecisionRow & {
  subject_name: string | null
  decider: string | null
  ender: string | null
  reports: number
  warning: FraudWarningState | null
  was_approved: boolean
}

export type OwnDecisionRow = DecisionRow & { has_others: boolean }

const withNames = sql`select d.*, p.full_name as subject_name, b.full_name as decider, e.full_name as ender,
    (select count(*)::int from decision_reports r where r.decision_id = d.id) as reports,
    (select state from fraud_warnings w where w.decision_id = d.id) as warning,
    exists (select from approvals a where a.decision_id = d.id and a.outcome = 'approved') as was_approved
  from decisions d left join identity_people p on p.id = d.subject_id
    left join identity_people b on b.id = d.decided_by left join identity_people e on e.id = d.ended_by`

export const insertDecision = async (tx: Tx, values: Insertable<Decisions>): Promise<DecisionRow> =>
  tx.insertInto('decisions').values(values).returningAll().$castTo<DecisionRow>().executeTakeFirstOrThrow()

export const lockDecision = async (tx: Tx, id: string): Promise<DecisionRow | undefined> =>
  tx.selectFrom('decisions').selectAll().where('id', '=', id).forUpdate().$castTo<DecisionRow>().executeTakeFirst()

/** Takes no lock, because the account is always locked before the decision. */
export const findSubject = async (db: Db | Tx, id: string): Promise<string | undefined> =>
  (await db.selectFrom('decisions').select('subject_id').where('id', '=', id).executeTakeFirst())?.subject_id

export const saveDecision = (tx: Tx, id: string, values: Updateable<Decisions>): Promise<DecisionRow> =>
  tx
    .updateTable('decisions')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .$castTo<DecisionRow>()
    .executeTakeFirstOrThrow()

export const findDecision = async (db: Db | Tx, id: string): Promise<NamedDecisionRow | undefined> =>
  (await sql<NamedDecisionRow>`${withNames} where d.id = ${id}`.execute(db)).rows[0]

export const findDecisionsByIds = async (db: Db, ids: readonly string[]): Promise<NamedDecisionRow[]> =>
  (await sql<NamedDecisionRow>`${withNames} where d.id = any(${ids}::uuid[])`.execute(db)).rows

const MOST_LISTED = 100

export const findDecisionsAbout = async (db: Db, subjectId: string): Promise<NamedDecisionRow[]> =>
  (
    await sql<NamedDecisionRow>`${withNames} where d.subject_id = ${subjectId}
      order by d.created_at desc, d.id desc limit ${MOST_LISTED}`.execute(db)
  ).rows

export const findOwnDecisions = (db: Db, subjectId: string): Promise<OwnDecisionRow[]> =>
  db
    .selectFrom('decisions')
    .selectAll()
    .select(hasOthers(sql.ref('subject_id'), decidersOfDecision(sql.ref('decisions.id'))).as('has_others'))
    .where('subject_id', '=', subjectId)
    .where('state', 'not in', ['waiting', 'declined', 'undone'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_LISTED)
    .$castTo<OwnDecisionRow>()
    .execute()

/** Active decisions of these kinds. The caller has locked the account, so none is added concurrently. */
export const findInForce = (tx: Tx, subjectId: string, kinds: readonly DecisionKind[]): Promise<DecisionRow[]> =>
  tx
    .selectFrom('decisions')
    .selectAll()
    .where('subject_id', '=', subjectId)
    .where('state', '=', 'in_force')
    .where('kind', 'in', kinds)
    .orderBy('id')
    .forUpdate()
    .$castTo<DecisionRow>()
    .execute()

export const hasOpenBan = async (tx: Db | Tx, subjectId: string): Promise<boolean> =>
  (await tx
    .selectFrom('decisions')
    .select('id')
    .where('subject_id', '=', subjectId)
    .where('kind', '=', 'ban')
    .where('state', 'in', ['waiting', 'in_force'] satisfies DecisionState[])
    .executeTakeFirst()) !== undefined

export async function countStrikes(db: Db | Tx, subjectId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from decisions where subject_id = ${subjectId} and strike_until > ${now}
      and state in ('in_force', 'expired', 'lifted')`.execute(db)
  return rows[0]?.count ?? 0
}

const MOST_AT_ONCE = 500

export const findEnding = async (db: Db, now: Date): Promise<string[]> =>
  (
    await db
      .selectFrom('decisions')
      .select('id')
      .where('state', '=', 'in_force')
      .where('until', '<=', now)
      .orderBy('until')
      .limit(MOST_AT_ONCE)
      .execute()
  ).map(({ id }) => id)

export const findUnsettled = async (db: Db, inForceBefore: Date): Promise<string[]> =>
  (
    await db
      .selectFrom('decisions')
      .select('id')
      .where('state', '=', 'in_force')
      .where('settled_at', 'is', null)
      .where('in_force_at', '<=', inForceBefore)
      .orderBy('in_force_at')
      .limit(MOST_AT_ONCE)
      .execute()
  ).map(({ id }) => id)

/**
 * The days of premium that an overturned decision took: the time in which it was active and the member had premium, and
 * the rest of a subscription that it canceled. The time of other decisions that remain doesn't count. Part of a day
 * counts as a day, but a total of less than an hour counts as none.
 */
export async function countLostPremiumDays(tx: Tx, id: string, now: Date): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    with decision as (
      select d.*, coalesce(d.ended_at, ${now}) as over, coalesce(p.premium_until, '-infinity') as has_until
      from decisions d join identity_people p on p.id = d.subject_id
      where d.id = ${id} and d.kind in ('suspend', 'deactivate', 'ban') and d.premium_until > d.in_force_at),
    others as (
      select coalesce(range_agg(tstzrange(o.in_force_at, coalesce(o.ended_at, 'infinity'))), '{}') as times
      from decisions o join decision d on o.subject_id = d.subject_id and o.id <> d.id
      where o.kind in ('suspend', 'deactivate', 'ban') and o.state in ('in_force', 'expired', 'lifted')),
    missed as (
      select unnest(tstzmultirange(tstzrange(d.in_force_at,
        greatest(d.in_force_at, least(d.over, greatest(d.premium_until, d.has_until))))) - o.times) as time
      from decision d, others o
      union all
      select tstzrange(greatest(d.over, d.has_until), greatest(d.over, d.has_until, d.premium_until)) from decision d
      where d.subscription = 'cancel' and d.settled_at is not null)
    select ceil(extract(epoch from sum(upper(time) - lower(time))) / 86400)::int as days
    from missed where not isempty(time) having sum(upper(time) - lower(time)) > interval '1 hour'`.execute(tx)
  return rows[0]?.days ?? 0
}

const open = sql`status in ('pending', 'in_progress')`

export async function findOpenReports(db: Db | Tx, aboutId: string, only: RawBuilder<boolean>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from reports r where about_id = ${aboutId} and ${open} and ${only}`.execute(db)
  return rows.map(({ id }) => id)
}

type Reported = { problem_type: string; detail: ReportDetail | null }

export const findMostUrgent = async (db: Db, aboutId: string, only: RawBuilder<boolean>): Promise<Reported | null> =>
  (
    await sql<Reported>`select problem_type, detail from reports r
      where about_id = ${aboutId} and ${open} and ${only} order by priority_rank, created_at, id limit 1`.execute(db)
  ).rows[0] ?? null

/** Locks reports in a fixed order, so that two decisions can't deadlock. */
export async function lockOpenReports(tx: Tx, aboutId: string, except: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from reports where about_id = ${aboutId} and ${open} and id <> all(${except}::uuid[])
    order by id for update`.execute(tx)
  return rows.map(({ id }) => id)
}

type Closed = { report_id: string; status_before: string; next_due_before: Date | null }

export const insertClosed = (tx: Tx, decisionId: string, closed: readonly Closed[]) =>
  closed.length > 0
    ? tx
        .insertInto('decision_reports')
        .values(closed.map((each) => ({ decision_id: decisionId, ...each })))
        .execute()
    : undefined

export const findClosed = (tx: Tx, decisionId: string) =>
  tx.selectFrom('decision_reports').selectAll().where('decision_id', '=', decisionId).orderBy('report_id').execute()

export const hasLedTo = async (db: Db | Tx, reportId: string, kind: DecisionKind): Promise<boolean> =>
  (await db
    .selectFrom('decisions')
    .select('id')
    .where('report_id', '=', reportId)
    .where('kind', '=', kind)
    .where('state', 'in', ['waiting', 'in_force'])
    .executeTakeFirst()) !== undefined

/** A report by a monitoring rule counts as our own automatic finding. */
export async function findSource(
  db: Db | Tx,
  reportId: string | undefined,
): Promise<Pick<DecisionRow, 'source' | 'is_detected'>> {
  const report = reportId
    ? await db.selectFrom('reports').select('detection').where('id', '=', reportId).executeTakeFirst()
    : undefined
  const isDetected = Boolean(report?.detection)
  return { source: report && !isDetected ? 'report' : 'own', is_detected: isDetected }
}

/** The member who made a report. Reports by rules have none. */
export const reporterOf = async (tx: Tx, reportId: string | null): Promise<string | null> => {
  if (reportId === null) return null
  const report = await tx.selectFrom('reports').select('reporter_id').where('id', '=', reportId).executeTakeFirst()
  return report?.reporter_id ?? null
}

export const isReportAbout = async (db: Db | Tx, reportId: string, aboutId: string): Promise<boolean> =>
  (await db
    .selectFrom('reports')
    .select('id')
    .where('id', '=', reportId)
    .where('about_id', '=', aboutId)
    .executeTakeFirst()) !== undefined
