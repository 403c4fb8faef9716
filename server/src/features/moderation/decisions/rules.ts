import {
  type DecisionKind,
  type DecisionState,
  decisionTransitions,
  type Standing,
  type Violation,
  STRIKE_DAYS,
  UNDO_SECONDS,
} from '@kindred/contract'
import { days, later, seconds } from '../../../infra/clock.ts'
import { type RoleColumns, roleOf } from '../../../infra/staff.ts'

export const canMove = (from: DecisionState, to: DecisionState): boolean => decisionTransitions[from].includes(to)

export const undoUntil = (inForceAt: Date): Date => later(inForceAt, seconds(UNDO_SECONDS))

/** A deactivation has no reasons of its own, so it doesn't count toward the next decision. */
export const strikeUntil = (kind: DecisionKind, inForceAt: Date): Date | null =>
  kind === 'deactivate' ? null : later(inForceAt, days(STRIKE_DAYS))

type InForce = { kind: DecisionKind; until: Date | null }
export type RestrictionOf = { state: 'banned' | 'deactivated' | 'suspended' | null; limitedUntil: Date | null }

export function restrictionOf(inForce: readonly InForce[]): RestrictionOf {
  const has = (kind: DecisionKind) => inForce.some((each) => each.kind === kind)
  const ends = inForce.flatMap(({ kind, until }) => (kind === 'limit' && until ? [until] : []))
  return {
    state: has('ban') ? 'banned' : has('deactivate') ? 'deactivated' : has('suspend') ? 'suspended' : null,
    limitedUntil: ends.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null,
  }
}

type Step = Standing['recommended']
const steps: readonly Step[] = [
  { kind: 'warn', days: null },
  { kind: 'limit', days: 7 },
  { kind: 'suspend', days: 14 },
  { kind: 'suspend', days: 60 },
  { kind: 'ban', days: null },
]
const LAST = steps.length - 1

/** The first step for each kind of violation. Some are too serious to start with a warning. */
const firstStep: Partial<Record<Violation, number>> = {
  minor: LAST,
  scam: LAST,
  threats: 2,
  intimate_image: 2,
  hate: 1,
  illegal: 2,
}

export const recommendedStep = (strikes: number, category?: Violation): Step =>
  steps[Math.min(LAST, strikes + ((category && firstStep[category]) ?? 0))] ?? { kind: 'ban', days: null }

/** Titles of our own rules. Communities may replace them, and then staff choose. */
const titleOf: Partial<Record<Violation, string>> = {
  harassment: 'No means no',
  threats: 'No means no',
  hate: 'No hate',
  sexual: 'Intimate photos only when they’re welcome',
  intimate_image: 'Intimate photos only when they’re welcome',
  minor: 'Adults only',
  scam: 'No business, no money',
  spam: 'No business, no money',
  fake_profile: 'Be who you say you are',
  privacy: 'Keep private things private',
  illegal: 'Nothing illegal',
}

/** The number of the rule that a violation breaks, or null if staff have to choose. */
export function ruleFor(rules: readonly { title: string }[], violation: Violation): number | null {
  const at = rules.findIndex(({ title }) => title === titleOf[violation])
  return at < 0 ? null : at + 1
}

export type Ending = { id: string } & RoleColumns

type Ended = { decided_by: string | null; kind: DecisionKind; was_approved: boolean }

/**
 * Only the requester and administrators may undo or lift a ban, or a decision that a second administrator approved.
 * Otherwise, any colleague could revert alone what they can't do alone.
 */
export const mayEnd = (viewer: Ending, { decided_by, kind, was_approved }: Ended): boolean =>
  decided_by === viewer.id || roleOf(viewer) === 'administrator' || (kind !== 'ban' && !was_approved)
