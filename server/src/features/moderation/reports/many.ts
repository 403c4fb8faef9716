import { ApiError, transitions, type ReportFilters, type ReportStatus } from '@kindred/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { moveWithin } from './decisions.ts'
import { checkedWish, whereOf } from './list.ts'
import * as queries from './queries.ts'
import { tellStaff } from './staff.ts'
import { nothing } from './view.ts'
import type { Work } from '../../../work.ts'

// The same decision about many reports: which of them it concerns, and each by itself.

export type Which = { action: ReportStatus; ids?: readonly string[] | undefined; filters?: ReportFilters | undefined }

async function among({ db, clock }: Deps, { ids, filters }: Which): Promise<RawBuilder<unknown>> {
  if (ids) return sql`r.id = any(${ids}::uuid[])`
  return whereOf(db, checkedWish({ ...filters, now: clock.now() }))
}

const from = (to: ReportStatus): ReportStatus[] =>
  (Object.keys(transitions) as ReportStatus[]).filter((status) => transitions[status].includes(to))

/** How many would be moved, and how many not, with why. */
export async function concernedReports(context: Deps, which: Which) {
  const { rows } = await sql<{ status: ReportStatus; count: number }>`
    select r.status, count(*)::int as count from reports r where ${await among(context, which)} group by 1 order by 1`.execute(
    context.db,
  )
  const able = rows.filter(({ status }) => from(which.action).includes(status))
  const found = rows.reduce((sum, { count }) => sum + count, 0)
  const missing = which.ids ? new Set(which.ids).size - found : 0
  return {
    will: able.reduce((sum, { count }) => sum + count, 0),
    refused: [
      ...rows
        .filter((row) => !able.includes(row))
        .map(({ status, count }) => ({ why: `A report that is ${status} cannot become ${which.action}.`, count })),
      ...(missing > 0 ? [{ why: 'There is no such report.', count: missing }] : []),
    ],
  }
}

export const idsOfReports = async (context: Deps, which: Which): Promise<RawBuilder<{ id: string }>> =>
  sql<{
    id: string
  }>`select r.id from reports r where ${await among(context, which)} and r.status = any(${from(which.action)})`

type Item = { staffId: string; id: string; to: ReportStatus | 'back'; before: string | null; reason: string | null }

/** Moves one, and tells where it was. What cannot go back to where it was is open again. */
export async function moveOne(work: Work<'bus' | 'jobs'>, { staffId, id, to, before, reason }: Item): Promise<string> {
  const row = await queries.hold(work.tx, id)
  if (!row) throw nothing()
  const now = row.status as ReportStatus
  const was = before as ReportStatus
  if (to === 'back' && now === was) throw new ApiError('conflict', `It is ${was} already.`)
  const status = to !== 'back' ? to : transitions[now].includes(was) ? was : 'in_progress'
  await moveWithin(work, staffId, row, status, reason ?? undefined)
  await tellStaff(work)
  return now
}

/** Whether anybody has moved a report since. */
export async function wasMovedSince(tx: Tx, id: string, since: Date): Promise<boolean> {
  const { rows } = await sql`select 1 from report_history
    where report_id = ${id} and what = 'status' and at > ${since} limit 1`.execute(tx)
  return rows.length > 0
}
