import { setImmediate } from 'node:timers/promises'
import type { OrderOf } from '../deck/order-groups.sql.ts'
import { orderOfGroups } from '../deck/mean-order.ts'
import type { GroupOrder } from '../deck/rules.ts'
import { groupsLabel } from '../eligibility/rules.ts'
import { examplesWith, heldOutOf, standingsBefore } from './held-out.ts'
import type { Past } from './read-choices.ts'
import {
  clipped,
  descended,
  LEAST_PRIORS,
  guessOf,
  lossOf,
  priorOf,
  replayedWith,
  rowOf,
  slopeOf,
  startOf,
  type Moments,
  type Row,
} from './rules.ts'

// A fit on past swipes. It needs no database, so the simulation and the replay fit in the same way.

/** The fitted parameters of a group. The mean exposure is counted every night, with or without a fit. */
export type FittedGroup = Omit<GroupOrder, 'meanShown'>
export type FittedGroups = Record<string, FittedGroup>
export type GroupMoments = { gives: Moments; gets: Moments }

/** With fewer swipes, the parameters in use stay. */
export const FEWEST_CHOICES = 1000
/** The weight that holds a fit to the parameters in use, in swipes. */
const RIDGE = 10

const fitWeights = async (rows: readonly Row[], before: FittedGroup): Promise<FittedGroup> => ({
  ...before,
  ...clipped(await descended(rows, startOf(before), RIDGE, () => setImmediate())),
})

export const orderFrom = (fitted: FittedGroups): OrderOf => {
  return orderOfGroups(new Map(Object.entries(fitted).map(([group, each]) => [group, { ...each, meanShown: 1 }])))
}

/** A group learns from the swipes of every set that includes it. */
const setsWith = (group: string) => [
  group,
  ...[3, 5, 6, 7].map(groupsLabel).filter((set) => set?.split('+').includes(group)),
]

/**
 * Each group's training rows: the swipes from one index until another. Only the rows are kept, because there are many.
 */
function rowsOf(past: Past, orderOf: OrderOf, from: number, until: number): Map<GroupOrder, Row[]> {
  const rows = new Map<GroupOrder, Row[]>()
  let left = until - from
  for (const example of examplesWith(past, orderOf, from)) {
    if (left-- === 0) break
    const { group } = example.one
    const own = rows.get(group)
    if (own) own.push(rowOf(example))
    else rows.set(group, [rowOf(example)])
  }
  return rows
}

type Part = { from: number; until: number; fewest: number }

/** Groups with fewer than `fewest` swipes keep their weights. */
async function fitPart(past: Past, before: FittedGroups, { from, until, fewest }: Part): Promise<FittedGroups> {
  const orderOf = orderFrom(before)
  const rows = rowsOf(past, orderOf, from, until)
  const fitted: FittedGroups = {}
  for (const [group, one] of Object.entries(before)) {
    const own = setsWith(group).flatMap((set) => rows.get(orderOf(set)) ?? [])
    fitted[group] = own.length < fewest ? one : await fitWeights(own, one)
  }
  return fitted
}

/** Least priors are tried on people with this many known swipes. */
const KNOWN = [3, 8, 11]
/** Trying them on more swipes takes longer than it is worth. */
const MOST_TRIED = 20_000

/** The loss on the later half of the swipes, with weights of the earlier half, if few swipes are known. */
async function lossWith(past: Past, before: FittedGroups): Promise<number> {
  const until = heldOutOf(past).from
  const from = Math.max(0, until - 2 * MOST_TRIED)
  const middle = Math.floor((from + until) / 2)
  const orderOf = orderFrom(await fitPart(past, before, { from, until: middle, fewest: 0 }))
  const losses = KNOWN.flatMap((known) => {
    const examples = replayedWith(known, past.choices.slice(0, until), standingsBefore(past, orderOf), middle)
    const guesses = Array.from(examples, guessOf)
    return guesses.length === 0 ? [] : [lossOf(guesses)]
  })
  return losses.reduce((sum, loss) => sum + loss, 0)
}

/**
 * Fits all but the latest swipes. Priors follow moments, but weigh at least as much as does best on people of whom
 * little is known. A group without enough swipes keeps its weights.
 */
export async function fitGroups(
  past: Past,
  groups: readonly string[],
  moments: ReadonlyMap<string, GroupMoments>,
  inUse: OrderOf,
): Promise<FittedGroups> {
  const withLeast = (least: number): FittedGroups =>
    Object.fromEntries(
      groups.map((group) => {
        const { gives, gets, usual, weights } = inUse(group)
        const its = moments.get(group)
        const priors = its ? { gives: priorOf(its.gives, gives, least), gets: priorOf(its.gets, gets, least) } : {}
        return [group, { gives, gets, ...priors, usual, weights }]
      }),
    )
  let best = { loss: Infinity, before: withLeast(LEAST_PRIORS[0]) }
  for (const least of LEAST_PRIORS) {
    const before = withLeast(least)
    const loss = await lossWith(past, before)
    if (loss < best.loss) best = { loss, before }
  }
  return fitPart(past, best.before, { from: 0, until: heldOutOf(past).from, fewest: FEWEST_CHOICES })
}

export function compared(past: Past, fitted: FittedGroups, inUse: OrderOf) {
  const { from } = heldOutOf(past)
  const guessesWith = (orderOf: OrderOf) => Array.from(examplesWith(past, orderOf, from), guessOf)
  const guesses = guessesWith(orderFrom(fitted))
  return { loss: lossOf(guesses), lossInUse: lossOf(guessesWith(inUse)), calibration: slopeOf(guesses) }
}
