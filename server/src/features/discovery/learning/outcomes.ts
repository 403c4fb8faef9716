import { outcomeFacts, outcomeFields, type OutcomeWeights } from '../deck/outcomes.ts'
import { marginals, type Standing } from '../deck/rules.ts'
import { descended } from './rules.ts'

// What comes of matches, learned so that nobody's private answer can be read from it. Each match is fitted on once in
// its life. What one person answered about another moves it by ONE_ANSWER at most, so it moves the sum of all weights
// by MOVES at most, and noise drowns that: whatever weights come out, they are at most e^PRIVACY times as likely with
// the answer as without it, once and for all.

export type Outcome = { replied: boolean; met: boolean; again: boolean }

/** What one person's answers about another add to a match at most: that they met, or that both would again. */
export const ONE_ANSWER = 0.3

/** What came of a match, from 0 to 1. */
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

/** A match as the regression sees it, without the two likes that made it. */
function rowOf({ one, other, score, outcome }: OutcomeExample) {
  const facts = outcomeFacts(marginals(before(one), before(other), score))
  return { x: [1, ...outcomeFields.map((field) => facts[field])], y: outcome }
}

/** How much the weights are held back toward those in use, in matches. It limits what one match can move. */
const RIDGE = 100

const FACTS = outcomeFields.length + 1

/**
 * By how much the answers of one person about another can move all weights together. They change one gradient by
 * ONE_ANSWER times a row that is no longer than √FACTS, and the least curvature is RIDGE. The sum of FACTS numbers is
 * at most √FACTS times their length. The last thousandth is for a minimum that isn't reached to the last digit.
 */
export const MOVES = (ONE_ANSWER * FACTS) / RIDGE + 0.001

/** The limit of what all releases together tell about the answers of one person about another. */
export const PRIVACY = 0.5

/** A number from a Laplace distribution, from a uniform one between -0.5 and 0.5. */
export const laplace = (uniform: number): number =>
  (-MOVES / PRIVACY) * Math.sign(uniform) * Math.log(1 - 2 * Math.abs(uniform))

const limits: Record<keyof OutcomeWeights, [least: number, most: number]> = {
  score: [0, 0.5],
  liked: [-0.5, 0.5],
  readily: [-0.5, 0.5],
  apart: [-0.5, 0.5],
}
const UNLEARNED: OutcomeWeights = { score: 0, liked: 0, readily: 0, apart: 0 }

/** The weights that explain outcomes best, without noise. Nothing but `released` may see them. */
export async function exactWeights(
  examples: readonly OutcomeExample[],
  inUse: OutcomeWeights | null,
  pause: () => Promise<void>,
): Promise<readonly number[]> {
  const start = inUse ?? UNLEARNED
  // The intercept says what usually comes of a match, and isn't used.
  const found = await descended(examples.map(rowOf), [0, ...outcomeFields.map((field) => start[field])], RIDGE, pause)
  return found.slice(1)
}

/** What may be saved: with noise, within limits, and in steps of a hundredth. */
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
