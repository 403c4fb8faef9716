// The last term of the ranking: the expected outcome of a match between two such people. It uses only the numbers that
// the rest of the ranking has, so no one's outcomes are stored.

/** The terms of the probability that one person likes another (rules.ts). */
export type Weights = Record<'readily' | 'liked' | 'ownLiked' | 'otherReadily' | 'score', number>

/** Features of a match: the score, how often the two are liked and like, and their distance. */
export const outcomeFields = ['score', 'liked', 'readily', 'apart'] as const
export type OutcomeWeights = Record<(typeof outcomeFields)[number], number>

const within = (value: number, most: number) => Math.min(most, Math.max(-most, value))

/** Each feature is between -1 and 1, so that no pair weighs much in a fit. */
export const outcomeFacts = (by: Weights): OutcomeWeights => ({
  score: within(by.score, 1),
  liked: within((by.ownLiked + by.liked) / 2, 1),
  readily: within((by.readily + by.otherReadily) / 2, 1),
  apart: within(Math.abs(by.ownLiked - by.liked), 1),
})

/** Outcomes at most halve or double a rank. */
const MOST = Math.log(2)

/** The value of a match between such a pair, relative to a usual one. It never falls as the score rises. */
export function worthOfMatch(weights: OutcomeWeights, by: Weights): number {
  const facts = outcomeFacts(by)
  return Math.exp(
    within(
      outcomeFields.reduce((sum, field) => sum + weights[field] * facts[field], 0),
      MOST,
    ),
  )
}
