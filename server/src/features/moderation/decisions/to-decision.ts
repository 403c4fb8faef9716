import type { Configuration, Decision, OwnDecision, Standing } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import { write } from '../../../infra/language/write.ts'
import type { DecisionRow, NamedDecisionRow, OwnDecisionRow } from './decisions.sql.ts'
import { type Ending, mayEnd, recommendedStep, undoUntil } from './rules.ts'
import { factsIn, type Reader, ruleTitle, statementOf } from './statement.ts'

export type Reading = { now: Date; language: Language }

export const readingOf = ({ clock, caller }: Pick<Deps, 'clock'> & Answering): Reading => ({
  now: clock.now(),
  language: caller.language,
})

const iso = (date: Date | null) => date?.toISOString() ?? null
const named = (id: string | null, name: string | null) => (id === null ? null : { _id: id, name: name ?? '' })

export const toStanding = (strikes: number): Standing => ({ strikes, recommended: recommendedStep(strikes) })

function undoable({ state, in_force_at, settled_at }: DecisionRow, now: Date): Date | null {
  if (state !== 'in_force' || !in_force_at || settled_at) return null
  const end = undoUntil(in_force_at)
  return end > now ? end : null
}

export const toDecision = (row: NamedDecisionRow, viewer: Ending, { now, language }: Reading): Decision => ({
  _id: row.id,
  version: row.version,
  subject: { _id: row.subject_id, name: row.subject_name ?? '' },
  kind: row.kind,
  state: row.state,
  source: row.source,
  reportId: row.report_id,
  rule: row.rule === null ? null : { number: row.rule, title: row.rule_title ?? '' },
  category: row.category,
  facts: factsIn(language, row.facts),
  days: row.days,
  until: iso(row.until),
  hidden: {
    bio: row.hidden.bio !== undefined,
    prompts: row.hidden.prompts !== undefined,
    voice: row.hidden.voice !== undefined,
    pictures: row.hidden.pictures?.length ?? 0,
    message: row.hidden.message !== undefined,
  },
  fraud: row.is_fraud,
  warning: row.warning,
  detected: row.is_detected,
  automated: row.is_automated,
  subscription: row.subscription,
  by: named(row.decided_by, row.decider),
  createdAt: row.created_at.toISOString(),
  inForceAt: iso(row.in_force_at),
  strikeUntil: iso(row.strike_until),
  undoUntil: iso(undoable(row, now)),
  mayEnd: mayEnd(viewer, row),
  endedAt: iso(row.ended_at),
  endedBy: named(row.ended_by, row.ender),
  endReason: row.end_reason,
  reports: row.reports,
})

export const toOwnDecision = (row: OwnDecisionRow, rules: Configuration['rules'], reader: Reader): OwnDecision => ({
  _id: row.id,
  kind: row.kind,
  state: row.state,
  rule: ruleTitle(rules, row.rule_title, reader.language),
  facts: factsIn(reader.language, row.facts),
  statement: statementOf(row, rules, reader).map((line) => write(reader.language, line, reader.gender)),
  decidedAt: (row.in_force_at ?? row.created_at).toISOString(),
  until: iso(row.until),
  endedAt: iso(row.ended_at),
})
