import { type Appeal, type OwnAppeal } from '@kindred/contract'
import { factsIn } from '../decisions/statement.ts'
import type { Reading } from '../decisions/to-decision.ts'
import type { AppealRow } from './appeals.sql.ts'
import type { AppealMessageRow } from './messages.sql.ts'
import { rightOf } from './rules.ts'

const iso = (date: Date | null) => date?.toISOString() ?? null

export const decidersOf = ({ deciders }: AppealRow): string[] => deciders.map(({ id }) => id)

export function toAppeal(
  viewerId: string,
  row: AppealRow,
  messages: readonly AppealMessageRow[],
  { now, language }: Reading,
): Appeal {
  const { may, at } = rightOf(viewerId, { ...row, deciders: decidersOf(row) }, now)
  return {
    _id: row.id,
    version: row.version,
    state: row.state,
    by: row.decision_id ? 'member' : 'reporter',
    appellant: { _id: row.account_id, name: row.appellant ?? '' },
    createdAt: row.created_at.toISOString(),
    decision:
      row.decision_id && row.kind && row.in_force_at
        ? {
            _id: row.decision_id,
            subject: { _id: row.subject_id, name: row.subject ?? '' },
            kind: row.kind,
            facts: factsIn(language, row.facts ?? ''),
            at: row.in_force_at.toISOString(),
          }
        : null,
    report:
      row.report_id && row.status
        ? { _id: row.report_id, type: row.problem_type ?? '', description: row.description ?? '', status: row.status }
        : null,
    deciders: row.deciders.map(({ id, name }) => ({ _id: id, name: name ?? '' })),
    messages: messages.map((each) => ({
      _id: each.id,
      byStaff: each.by_staff,
      author: each.author ?? '',
      message: each.message,
      at: each.at.toISOString(),
    })),
    decidedBy: row.decided_by ? { _id: row.decided_by, name: row.decider ?? '' } : null,
    decidedAt: iso(row.decided_at),
    reason: row.reason,
    samePerson: row.is_same_person,
    mayDecide: may,
    mayDecideAt: iso(at),
  }
}

export const toOwnAppeal = (row: AppealRow, messages: readonly AppealMessageRow[]): OwnAppeal => ({
  _id: row.id,
  decisionId: row.decision_id,
  reportId: row.report_id,
  state: row.state,
  createdAt: row.created_at.toISOString(),
  decidedAt: iso(row.decided_at),
  reason: row.reason,
  samePerson: row.is_same_person,
  messages: messages.map(({ id, by_staff, message, at }) => ({
    _id: id,
    byStaff: by_staff,
    message,
    at: at.toISOString(),
  })),
})
