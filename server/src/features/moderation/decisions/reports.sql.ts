import type { DecisionKind } from '@kindred/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { DecisionRow } from './decisions.sql.ts'

const open = sql`status in ('pending', 'in_progress')`

export async function countOpenReports(db: Db | Tx, aboutId: string, only: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reports r where about_id = ${aboutId} and ${open} and ${only}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Locks them in a fixed sequence, so that two decisions can't deadlock. */
export async function lockOpenReports(tx: Tx, aboutId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from reports where about_id = ${aboutId} and ${open} order by id for update`.execute(tx)
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

/** A report by a rule is our own finding, made by a machine. */
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

/** Who made a report, if a member did. */
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
