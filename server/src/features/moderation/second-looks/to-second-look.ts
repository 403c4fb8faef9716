import type { Agreement, SecondLook } from '@kindred/contract'
import type { NamedDecisionRow } from '../decisions/decisions.sql.ts'
import type { Ending } from '../decisions/rules.ts'
import { type Reading, toDecision } from '../decisions/to-decision.ts'
import type { AgreementRow } from './agreement.sql.ts'
import type { LookRow } from './second-looks.sql.ts'

const noteOf = (by: string | null, name: string | null, at: Date | null, note: string | null): SecondLook['raised'] =>
  at && { by: { _id: by, name: name ?? '' }, at: at.toISOString(), note: note ?? '' }

/** Undefined while the review is open: until then, no one reads the decision beside it. */
export function toSecondLook(
  row: LookRow,
  decision: NamedDecisionRow,
  viewer: Ending,
  reading: Reading,
): SecondLook | undefined {
  if (row.state === 'open' || !row.answered_at || !row.kind) return undefined
  return {
    _id: row.id,
    state: row.state,
    decision: toDecision(decision, viewer, reading),
    answer: {
      kind: row.kind,
      rule: row.rule === null ? null : { number: row.rule, title: row.rule_title ?? '' },
      reason: row.reason ?? '',
      by: { _id: row.answered_by, name: row.answerer ?? '' },
      at: row.answered_at.toISOString(),
    },
    sameKind: row.same_kind ?? false,
    sameRule: row.same_rule ?? false,
    raised: noteOf(row.raised_by, row.raiser, row.raised_at, row.raise_note),
    closed: noteOf(row.closed_by, row.closer, row.closed_at, row.close_note),
  }
}

export function toAgreement(rows: readonly AgreementRow[]): Agreement {
  const all = rows.find(({ of }) => of === 'all')
  return {
    answered: all?.answered ?? 0,
    agreed: all?.agreed ?? 0,
    byKind: rows.flatMap(({ kind, answered, agreed }) => (kind === null ? [] : [{ kind, answered, agreed }])),
    byRule: rows.flatMap(({ rule, title, answered, agreed }) =>
      rule === null ? [] : [{ rule, title: title ?? '', answered, agreed }],
    ),
  }
}
