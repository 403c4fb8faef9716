import type { Weights } from './rules.ts'

// The last term of the ranking: the expected outcome of a match between such people. It knows pairs only by the same
// numbers as the rest of the ranking, so no one's outcomes are stored with them.

/** Features of a match: the score, how often the two are liked and like, and their distance. */
export const outcomeFields = ['score', 'liked', 'readily', 'apart'] as const
export type OutcomeWeights = Record<(typeof outcomeFields)[number], number>

const within = (value: number, most: number) => Math.min(most, Math.max(-most, value))

/** Each between -1 and 1, so that no pair weighs much in a fit. */
export const outcomeFacts = (by: Weights): OutcomeWeights => ({
  score: within(by.score, 1),
  liked: within((by.ownLiked + by.liked) / 2, 1),
  readily: within((by.readily + by.otherReadily) / 2, 1),
  apart: within(Math.abs(by.ownLiked - by.liked), 1),
})

/** It halves or doubles a rank at most. */
const MOST = Math.log(2)

/** The value of such a pair's match relative to a usual one. It never falls with the score. */
export function worthOfMatch(weights: OutcomeWeights, by: Weights): number {
  const facts = outcomeFacts(by)
  return Math.exp(
    within(
      outcomeFields.reduce((sum, field) => sum + weights[field] * facts[field], 0),
      MOST,
    ),
  )
}
