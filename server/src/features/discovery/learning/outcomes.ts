import { ApiError, type OrderFit, type OrderOutcomes } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { outcomeFacts, outcomeFields, type OutcomeWeights } from '../deck/outcomes.ts'
import { marginals, type RankingStats } from '../deck/rules.ts'
import { readFairness } from './fairness.ts'
import {
  bestFit,
  type FitRow,
  latestFits,
  lockActiveVersion,
  lockOutcomes,
  type OutcomesRow,
  putIntoUse,
  readOutcomes,
  switchOutcomes,
  versionInUse,
  type ViewerCards,
  type Comparison,
  type Measured,
  type Outcome,
} from './queries.ts'
import { descend } from './rules.ts'
import { audit } from '../../operations/index.ts'
import type { Viewer } from '../../../http/session.ts'
import { asStaff, unitOfWork } from '../../../work.ts'
import { toInstant } from '../../../infra/clock.ts'

// Measures whether outcomes make decks better, by comparing viewers who get them with the control group.

/** With fewer viewers, an interval isn't reliable, and numbers could reveal a particular person. */
const FEWEST_VIEWERS = 30
const FEWEST_EVENTS = 10
const ERRORS = 1.96

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

type Event = 'matches' | 'replies'

/** Events for each 100 cards, with their variance over viewers, because the cards of one viewer are correlated. */
function rateOf(viewers: readonly ViewerCards[], event: Event) {
  const cards = sumOf(viewers.map((each) => each.cards))
  const rate = sumOf(viewers.map((each) => each[event])) / cards
  const squares = sumOf(viewers.map((each) => (each[event] - rate * each.cards) ** 2))
  const count = viewers.length
  return { rate: 100 * rate, variance: (100 ** 2 * squares * count) / (count - 1) / cards ** 2 }
}

function measuredOf(learned: readonly ViewerCards[], heldOut: readonly ViewerCards[], event: Event): Measured | null {
  const groups = [learned, heldOut]
  if (groups.some((viewers) => sumOf(viewers.map((each) => each[event])) < FEWEST_EVENTS)) return null
  const [one, other] = [rateOf(learned, event), rateOf(heldOut, event)]
  const difference = one.rate - other.rate
  const around = ERRORS * Math.sqrt(one.variance + other.variance)
  return {
    learned: one.rate,
    heldOut: other.rate,
    difference,
    low: difference - around,
    high: difference + around,
  }
}

export function comparisonOf(all: readonly ViewerCards[], isHeldOut: (viewer: string) => boolean): Comparison | null {
  const heldOut = all.filter(({ viewer }) => isHeldOut(viewer))
  const learned = all.filter(({ viewer }) => !isHeldOut(viewer))
  if (heldOut.length < FEWEST_VIEWERS || learned.length < FEWEST_VIEWERS) return null
  return {
    cards: sumOf(learned.map(({ cards }) => cards)),
    cardsHeldOut: sumOf(heldOut.map(({ cards }) => cards)),
    matches: measuredOf(learned, heldOut, 'matches'),
    replies: measuredOf(learned, heldOut, 'replies'),
  }
}

// Learns from the outcomes of matches so that no one's private answer can be inferred. Each match is used in only one
// fit. One person's answers about another change the match's outcome by at most ONE_ANSWER, and so the sum of all
// weights by at most MOVES, which noise hides: any resulting weights are at most e^PRIVACY times as likely with the
// answer as without it, over all fits together.

/** The maximum that one person's answers about another add to a match: that they met, or that both would meet again. */
export const ONE_ANSWER = 0.3

export const outcomeOf = ({ replied, met, again }: Outcome): number =>
  0.4 * Number(replied) + ONE_ANSWER * Number(met) + ONE_ANSWER * Number(again)

export type OutcomeExample = { one: RankingStats; other: RankingStats; score: number | null; outcome: number }

const before = (stats: RankingStats): RankingStats => ({
  ...stats,
  gave: Math.max(0, stats.gave - 1),
  gaveLikes: Math.max(0, stats.gaveLikes - 1),
  got: Math.max(0, stats.got - 1),
  gotLikes: Math.max(0, stats.gotLikes - 1),
})

/** The regression's row of a match, without the two likes that made it. */
function rowOf({ one, other, score, outcome }: OutcomeExample) {
  const facts = outcomeFacts(marginals(before(one), before(other), score))
  return { x: [1, ...outcomeFields.map((field) => facts[field])], y: outcome }
}

/** The weight, in matches, that keeps a fit close to the weights in use. It limits the influence of one match. */
const RIDGE = 100

const FACTS = outcomeFields.length + 1

/**
 * The maximum change of all weights together by one person's answers about another. The answers change one gradient by
 * ONE_ANSWER times a row no longer than √FACTS, and the least curvature is RIDGE. The sum of FACTS numbers is at most
 * √FACTS times their length. The last thousandth allows for a minimum that isn't reached exactly.
 */
export const MOVES = (ONE_ANSWER * FACTS) / RIDGE + 0.001

/** Limits what all releases together reveal about one person's answers about another. */
export const PRIVACY = 0.5

/** Turns a uniform number between -0.5 and 0.5 into a Laplace distribution. */
export const laplace = (uniform: number): number =>
  (-MOVES / PRIVACY) * Math.sign(uniform) * Math.log(1 - 2 * Math.abs(uniform))

const limits: Record<keyof OutcomeWeights, [least: number, most: number]> = {
  score: [0, 0.5],
  liked: [-0.5, 0.5],
  readily: [-0.5, 0.5],
  apart: [-0.5, 0.5],
}
const UNLEARNED: OutcomeWeights = { score: 0, liked: 0, readily: 0, apart: 0 }

/** The best weights for the outcomes, without noise. Pass them only to `withPrivacyNoise`. */
export async function exactWeights(
  examples: readonly OutcomeExample[],
  inUse: OutcomeWeights | null,
  pause: () => Promise<void>,
): Promise<readonly number[]> {
  const start = inUse ?? UNLEARNED
  // The intercept is the usual outcome of a match, and isn't used.
  const found = await descend(examples.map(rowOf), [0, ...outcomeFields.map((field) => start[field])], RIDGE, pause)
  return found.slice(1)
}

/** Makes weights safe to save: with noise, within limits, and in steps of a hundredth. */
export function withPrivacyNoise(exact: readonly number[], noise: () => number): OutcomeWeights {
  const weightOf = (field: keyof OutcomeWeights) => {
    const [least, most] = limits[field]
    const noisy = (exact[outcomeFields.indexOf(field)] ?? 0) + noise()
    return Math.min(most, Math.max(least, Math.round(noisy * 100) / 100))
  }
  return {
    score: weightOf('score'),
    liked: weightOf('liked'),
    readily: weightOf('readily'),
    apart: weightOf('apart'),
  }
}

const MOST_FITS = 30

const toFit = ({ groups, ...row }: FitRow, inUse: number): OrderFit => ({
  version: row.version,
  fittedAt: row.fitted_at.toISOString(),
  choices: row.choices,
  calibration: row.calibration,
  loss: row.loss,
  lossInUse: row.loss_in_use,
  adopted: row.adopted,
  inUse: row.version === inUse,
  groups: Object.entries(groups).map(([genderGroup, group]) => ({ genderGroup, ...group })),
})

/** Leaves out the weights, because administrators should decide by their effect. */
const toOutcomes = (row: OutcomesRow): OrderOutcomes => ({
  on: row.is_on,
  matches: row.matches,
  since: toInstant(row.compared_from),
  comparison: row.comparison,
})

export async function showOrder({ db }: Pick<Deps, 'db'>) {
  const [fits, { version, pinned }, fairness, outcomes] = await Promise.all([
    latestFits(db, MOST_FITS),
    versionInUse(db),
    readFairness(db),
    readOutcomes(db),
  ])
  return {
    pinned,
    fits: fits.map((row) => toFit(row, version)),
    fairness,
    outcomes: toOutcomes(outcomes),
  }
}

/** Pins a version, or returns to the one that was adopted last if `wanted` is null. */
export async function pinOrder(context: Deps, { account }: Viewer, wanted: number | null) {
  await unitOfWork(context, asStaff(account.id), async (work) => {
    const before = await lockActiveVersion(work.tx)
    const version = wanted ?? (await bestFit(work.tx))
    const pinned = wanted !== null
    if (before.version === version && before.pinned === pinned) return
    if ((await putIntoUse(work.tx, version, pinned)) === 0)
      throw new ApiError('not_found', 'We couldn’t find this version.')
    await audit(work, { action: 'order.changed', details: { version, pinned, before: before.version } })
  })
  return showOrder(context)
}

/** Turns the use of match outcomes in decks on or off. */
export async function setOrderOutcomes(context: Deps, { account }: Viewer, on: boolean) {
  await unitOfWork(context, asStaff(account.id), async (work) => {
    const before = await lockOutcomes(work.tx)
    if (before.is_on === on) return
    await switchOutcomes(work.tx, on, work.now)
    await audit(work, { action: 'order.changed', details: { outcomes: on } })
  })
  return showOrder(context)
}
