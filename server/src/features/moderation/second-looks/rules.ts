import type { DecisionKind, SecondAnswer } from '@kindred/contract'

/** Whether a decision is drawn, from a random number of 0 to below 100. */
export const isDrawn = (percent: number, random: number): boolean => random < percent

type Judged = { kind: DecisionKind | SecondAnswer; rule: number | null }

/** What two people agree on. Someone who would have done nothing names no rule. */
export const agreementOf = (decision: Judged, answer: Judged) => ({
  same_kind: decision.kind === answer.kind,
  same_rule: decision.rule !== null && decision.rule === answer.rule,
})
