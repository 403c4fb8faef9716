import { ApiError, type Priority, message } from '@kindred/contract'
import { sql } from 'kysely'
import type { Caller } from '../../../http/caller.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Work } from '../../../work.ts'
import { findReplies } from './replies.sql.ts'
import type { ReportRow } from './reports.sql.ts'
import { priorityOf } from './rules.ts'

// The reporter's view of a report includes only visible changes. A version, a time or a priority that changed for
// another reason would reveal internal notes, and how staff judge the report.

type Reply = { report_id: string; at: Date }
export type Seen = { version: number; updatedAt: Date; priority: Priority }

export async function seenByReporter(
  db: Db | Tx,
  rows: readonly ReportRow[],
  replies: readonly Reply[],
): Promise<Map<string, Seen>> {
  const { rows: moved } = await sql<Reply>`select report_id, at from report_history
    where report_id = any(${rows.map(({ id }) => id)}::uuid[]) and what = 'status'`.execute(db)
  const changes = Map.groupBy([...replies, ...moved], ({ report_id }) => report_id)
  return new Map(
    rows.map((row) => {
      const seen = changes.get(row.id) ?? []
      const last = Math.max(row.created_at.getTime(), ...seen.map(({ at }) => at.getTime()))
      return [row.id, { version: 1 + seen.length, updatedAt: new Date(last), priority: filedPriority(row) }]
    }),
  )
}

/** The initial priority by the rules. Reports from before it was recorded have none. */
const filedPriority = ({ priority, priority_parts }: ReportRow): Priority =>
  priority_parts.length === 0 ? priority : priorityOf(priority_parts)

/** Refuses a reporter's change that is based on an old version of their view. */
export async function assertVersionSeen({ tx, caller }: Work & { caller: Caller }, row: ReportRow): Promise<void> {
  if (caller.ifMatch === undefined) return
  const seen = await seenByReporter(tx, [row], await findReplies(tx, [row.id], false))
  if (caller.ifMatch === seen.get(row.id)?.version) return
  throw new ApiError(
    'conflict',
    message('{name} changed this report in the meantime. Please check it and try again.', { name: message('Someone') }),
  )
}
