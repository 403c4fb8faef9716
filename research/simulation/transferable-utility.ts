import { present } from '../../bench/present.ts'
import type { Person } from './people.ts'

// The ranking of a market with transferable utility (Choo and Siow): popular people cost more, until everyone gets
// about the same attention. Alternately scaling rows and columns finds the prices.

const ROUNDS = 8
/** The weight of chance relative to a pair's value. */
const NOISE = 0.15

const popularity = ({ gotLikes, got }: Person) => (gotLikes + 1) / (got + 3)
const readiness = ({ gaveLikes, gave }: Person) => (gaveLikes + 1) / (gave + 3)

/** The positive root of the quadratic equation. */
const solved = (sum: number) => Math.sqrt(1 + (sum * sum) / 4) - sum / 2

export function pricesOf(side: readonly Person[], others: readonly Person[]) {
  const brings = (person: Person) => Math.sqrt(popularity(person) * readiness(person)) / (2 * NOISE)
  const [ours, theirs] = [side.map(brings), others.map(brings)]
  const prices = new Float64Array(side.length).fill(0.1)
  const counter = new Float64Array(others.length).fill(0.1)
  const worths = ours.map((own) => Float32Array.from(theirs, (other) => Math.exp(own * other * 2 * NOISE)))
  for (let round = 0; round < ROUNDS; round++) {
    worths.forEach((row, one) => {
      let sum = 0
      for (let other = 0; other < row.length; other++) sum += (row[other] ?? 0) * (counter[other] ?? 0)
      prices[one] = solved(sum)
    })
    const sums = new Float64Array(others.length)
    worths.forEach((row, one) => {
      const mine = present(prices[one])
      for (let other = 0; other < row.length; other++) sums[other] = (sums[other] ?? 0) + (row[other] ?? 0) * mine
    })
    sums.forEach((sum, other) => (counter[other] = solved(sum)))
  }
  const average = theirs.reduce((sum, value) => sum + value, 0) / Math.max(1, theirs.length)
  return { prices, worth: (person: Person) => Math.exp(brings(person) * average * 2 * NOISE) }
}
