import { seededRandom } from '../../server/src/features/discovery/deck/rules.ts'
import { slopeOf } from '../../server/src/features/discovery/learning/rules.ts'
import { present } from '../present.ts'
import type { Pair } from './pairs.ts'
import type { Line } from './read-choices.ts'

type Value = (pair: Pair) => number

/** How often a mutual pair is above another one. Ties count half. */
export function aucOf(pairs: readonly Pair[], value: Value): number {
  const sorted = pairs.map((pair) => ({ value: value(pair), mutual: pair.mutual })).sort((a, b) => a.value - b.value)
  let [ranks, mutual] = [0, 0]
  for (let from = 0; from < sorted.length;) {
    let to = from
    while (to < sorted.length && sorted[to]?.value === sorted[from]?.value) to++
    const some = sorted.slice(from, to).filter((each) => each.mutual).length
    ranks += (some * (from + 1 + to)) / 2
    mutual += some
    from = to
  }
  return (ranks - (mutual * (mutual + 1)) / 2) / Math.max(1, mutual * (sorted.length - mutual))
}

const brierOf = (pairs: readonly Pair[], value: Value): number =>
  pairs.reduce((sum, pair) => sum + (value(pair) - Number(pair.mutual)) ** 2, 0) / pairs.length

const ours: Value = ({ chance }) => chance
const product: Value = (pair) => pair.product

/** What is printed for some pairs. */
export const measured = (pairs: readonly Pair[]): Record<string, number> => ({
  'AUC of the chance': aucOf(pairs, ours),
  'AUC of the marginal product': aucOf(pairs, product),
  'gain of AUC': aucOf(pairs, ours) - aucOf(pairs, product),
  'slope of calibration': slopeOf(pairs.map(({ chance, mutual }) => ({ chance, likes: mutual }))),
  'gain of Brier score': brierOf(pairs, product) - brierOf(pairs, ours),
})

export type Interval = { value: number; low: number; high: number }

/** Each measure with its 95 % interval: people are drawn again, with all of their pairs. */
export function bootstrapped(pairs: readonly Pair[], rounds: number): Map<string, Interval> {
  const random = seededRandom('bootstrap')
  const people = [...Map.groupBy(pairs, ({ person }) => person).values()]
  const draws = Array.from({ length: rounds }, () =>
    measured(people.flatMap(() => present(people[Math.floor(random() * people.length)]))),
  )
  const quantile = (values: readonly number[], share: number) =>
    present(values[Math.min(values.length - 1, Math.floor(share * values.length))])
  return new Map(
    Object.entries(measured(pairs)).map(([name, value]) => {
      const sorted = draws.map((draw) => present(draw[name])).toSorted((a, b) => a - b)
      return [name, { value, low: quantile(sorted, 0.025), high: quantile(sorted, 0.975) }]
    }),
  )
}

/** How often intervals contain what they estimate, or null if the table has none. */
export function coverageOf(lines: readonly Line[]): number | null {
  const known = lines.filter(({ low, high, truth }) => low !== null && high !== null && truth !== null)
  const within = known.filter(
    ({ low, high, truth }) => present(low) <= present(truth) && present(truth) <= present(high),
  )
  return known.length === 0 ? null : within.length / known.length
}
