import type { DecisionKind, SecondAnswer } from '@kindred/contract'

export const isSelected = (percent: number, random: number): boolean => random < percent

type Judged = { kind: DecisionKind | SecondAnswer; rule: number | null }

/** A reviewer who wouldn't have taken action names no rule. */
export const agreementOf = (decision: Judged, answer: Judged) => ({
  same_kind: decision.kind === answer.kind,
  same_rule: decision.rule !== null && decision.rule === answer.rule,
})
