import type { Moments } from '../server/src/features/discovery/learning/rules.ts'

/** Shares of fewer swipes are ignored, as in the database's own statement. */
const FEWEST_CHOICES = 5

const meanOf = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / Math.max(1, values.length)

export function momentsOf(counts: readonly { likes: number; of: number }[]): Moments {
  const enough = counts.filter(({ of }) => of >= FEWEST_CHOICES)
  const shares = enough.map(({ likes, of }) => likes / of)
  const mean = meanOf(shares)
  return {
    members: enough.length,
    mean,
    variance: meanOf(shares.map((share) => (share - mean) ** 2)),
    meanOfInverse: meanOf(enough.map(({ of }) => 1 / of)),
  }
}
