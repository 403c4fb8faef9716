import type { Fairness } from '@kindred/contract'
import { parameters } from '../deck/rules.ts'
import { FEWEST_SHOWN } from './age-groups.ts'

const A_WEEK = 7

/** Someone with less exposure than what remains after a week wasn't swiped since. */
const leftOfAWeek = parameters.fades ** A_WEEK

type ExposureFigures = Pick<Fairness, 'members' | 'gini' | 'unseen' | 'underATenth' | 'exposure'>

const NONE: ExposureFigures = { members: null, gini: null, unseen: null, underATenth: null, exposure: null }

function giniOf(sorted: Float32Array): number {
  let [sum, weighted] = [0, 0]
  for (const [at, value] of sorted.entries()) {
    sum += value
    weighted += value * (at + 1)
  }
  const { length } = sorted
  return sum === 0 ? 0 : Math.max(0, (2 * weighted) / (length * sum) - (length + 1) / length)
}

const shareBelow = (values: Float32Array, limit: number) =>
  values.reduce((count, value) => count + Number(value < limit), 0) / values.length

/** How evenly a group is shown, from each member's exposure. A group that is too small to show has no stats. */
export function exposureFigures(exposures: readonly number[], meanOfGender: number): ExposureFigures {
  if (exposures.length < FEWEST_SHOWN) return NONE
  const sorted = Float32Array.from(exposures).toSorted()
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length
  return {
    members: sorted.length,
    gini: giniOf(sorted),
    unseen: shareBelow(sorted, leftOfAWeek),
    underATenth: shareBelow(sorted, meanOfGender / 10),
    exposure: mean / Math.max(meanOfGender, 1e-9),
  }
}
