import { outcomeFacts, outcomeFields, type OutcomeWeights } from '../deck/outcomes.ts'
import { marginals, type Standing } from '../deck/rules.ts'
import { descended } from './rules.ts'

// Learns from the outcomes of matches so that no one's private answer can be inferred. Each match is fitted on once in
// its life. One person's answers about another change it by ONE_ANSWER at most, so they change the sum of all weights
// by MOVES at most, and noise hides that: any resulting weights are at most e^PRIVACY times as likely with the answer
// as without it, over all fits together.

export type Outcome = { replied: boolean; met: boolean; again: boolean }

/**
 * The maximum contribution of one person's answers about another to a match: that they met, or that both would again.
 */
export const ONE_ANSWER = 0.3

export const outcomeOf = ({ replied, met, again }: Outcome): number =>
  0.4 * Number(replied) + ONE_ANSWER * Number(met) + ONE_ANSWER * Number(again)

export type OutcomeExample = { one: Standing; other: Standing; score: number | null; outcome: number }

const before = (standing: Standing): Standing => ({
  ...standing,
  gave: Math.max(0, standing.gave - 1),
  gaveLikes: Math.max(0, standing.gaveLikes - 1),
  got: Math.max(0, standing.got - 1),
  gotLikes: Math.max(0, standing.gotLikes - 1),
})

/** The regression's row of a match, without the two likes that made it. */
function rowOf({ one, other, score, outcome }: OutcomeExample) {
  const facts = outcomeFacts(marginals(before(one), before(other), score))
  return { x: [1, ...outcomeFields.map((field) => facts[field])], y: outcome }
}

/** The weight that holds a fit to the weights in use, in matches. It limits the influence of one match. */
const RIDGE = 100

const FACTS = outcomeFields.length + 1

/**
 * The maximum change of all weights together by the answers of one person about another. They change one gradient by
 * ONE_ANSWER times a row that is no longer than √FACTS, and the least curvature is RIDGE. The sum of FACTS numbers is
 * at most √FACTS times their length. The last thousandth is for a minimum that isn't reached to the last digit.
 */
export const MOVES = (ONE_ANSWER * FACTS) / RIDGE + 0.001

/** The limit of what all releases together reveal about the answers of one person about another. */
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

/** The best weights for the outcomes, without noise. Only `released` may see them. */
export async function exactWeights(
  examples: readonly OutcomeExample[],
  inUse: OutcomeWeights | null,
  pause: () => Promise<void>,
): Promise<readonly number[]> {
  const start = inUse ?? UNLEARNED
  // The intercept is the usual outcome of a match, and isn't used.
  const found = await descended(examples.map(rowOf), [0, ...outcomeFields.map((field) => start[field])], RIDGE, pause)
  return found.slice(1)
}

/** Safe to save: with noise, within limits, and in steps of a hundredth. */
export function released(exact: readonly number[], noise: () => number): OutcomeWeights {
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
