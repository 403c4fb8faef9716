import { seededRandom } from '../../server/src/features/discovery/deck/rules.ts'
import { slopeOf } from '../../server/src/features/discovery/learning/rules.ts'
import { present } from '../../bench/present.ts'
import type { Pair } from './pairs.ts'
import type { Line } from './read-choices.ts'

type Value = (pair: Pair) => number

/** The probability that a mutual pair ranks above a non-mutual one. Ties count half. */
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
  meanOf(pairs, (pair) => (value(pair) - Number(pair.mutual)) ** 2)

const ours: Value = ({ chance }) => chance
const rival: Value = (pair) => pair.rival

const meanOf = (pairs: readonly Pair[], value: Value): number =>
  pairs.reduce((sum, pair) => sum + value(pair), 0) / pairs.length

export const measured = (pairs: readonly Pair[]): Record<string, number> => ({
  'mean chance': meanOf(pairs, ours),
  'share that was mutual': meanOf(pairs, ({ mutual }) => Number(mutual)),
  'AUC of the chance': aucOf(pairs, ours),
  'AUC of the rival': aucOf(pairs, rival),
  'gain of AUC': aucOf(pairs, ours) - aucOf(pairs, rival),
  'slope of calibration': slopeOf(pairs.map(({ chance, mutual }) => ({ chance, likes: mutual }))),
  'gain of Brier score': brierOf(pairs, rival) - brierOf(pairs, ours),
})

export type Interval = { value: number; low: number; high: number }

/** With fewer events, resampling doesn't show how much events differ. */
const FEWEST_EVENTS = 10

/** Draws a bootstrap sample, and returns how often each element was drawn. */
function drawn(some: ReadonlySet<string>, random: () => number): (one: string) => number {
  const all = [...some]
  const times = new Map<string, number>()
  for (const _ of all) {
    const one = present(all[Math.floor(random() * all.length)])
    times.set(one, (times.get(one) ?? 0) + 1)
  }
  return (one) => times.get(one) ?? 0
}

/** Resamples whole events, or else people. A pair's weight is the product of both people's counts. */
function drawnPairs(pairs: readonly Pair[], random: () => number): Pair[] {
  const events = new Set(pairs.map(({ event }) => event))
  if (events.size >= FEWEST_EVENTS) {
    const timesOf = drawn(events, random)
    return pairs.flatMap((pair) => Array.from({ length: timesOf(pair.event) }, () => pair))
  }
  const timesOf = drawn(new Set(pairs.flatMap(({ people }) => people)), random)
  return pairs.flatMap((pair) => Array.from({ length: timesOf(pair.people[0]) * timesOf(pair.people[1]) }, () => pair))
}

/** An AUC needs both mutual and non-mutual pairs. */
export const isTelling = (pairs: readonly Pair[]): boolean =>
  pairs.some(({ mutual }) => mutual) && pairs.some(({ mutual }) => !mutual)

export function bootstrapped(pairs: readonly Pair[], rounds: number): Map<string, Interval> {
  const random = seededRandom('bootstrap')
  const draws = Array.from({ length: rounds }, () => drawnPairs(pairs, random))
    .filter(isTelling)
    .map(measured)
  const quantile = (values: readonly number[], share: number) =>
    present(values[Math.min(values.length - 1, Math.floor(share * values.length))])
  return new Map(
    Object.entries(measured(pairs)).map(([name, value]) => {
      const sorted = draws.map((draw) => present(draw[name])).toSorted((a, b) => a - b)
      return [name, { value, low: quantile(sorted, 0.025), high: quantile(sorted, 0.975) }]
    }),
  )
}

export function coverageOf(lines: readonly Line[]): number | null {
  const known = lines.filter(({ low, high, truth }) => low !== null && high !== null && truth !== null)
  const within = known.filter(
    ({ low, high, truth }) => present(low) <= present(truth) && present(truth) <= present(high),
  )
  return known.length === 0 ? null : within.length / known.length
}
