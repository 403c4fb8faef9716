import { setImmediate } from 'node:timers/promises'
import type { OrderOf } from '../deck/order-groups.sql.ts'
import { usualGroup, type GroupOrder } from '../deck/rules.ts'
import { examplesWith, heldOutOf } from './held-out.ts'
import type { Past } from './read-choices.ts'
import {
  clipped,
  descended,
  guessOf,
  lossOf,
  priorOf,
  rowOf,
  slopeOf,
  startOf,
  type Moments,
  type Row,
} from './rules.ts'

// A fit on the choices of the past. It needs no database, so the simulation and the replay fit in the same way.

/** What is fitted of a group. The mean exposure is counted every night, whatever is fitted. */
export type FittedGroup = Omit<GroupOrder, 'meanShown'>
export type FittedGroups = Record<string, FittedGroup>
/** How readily the members of a group like, and how often they are liked. */
export type GroupMoments = { gives: Moments; gets: Moments }

/** Fewer choices say too little: the parameters in use stay. */
export const FEWEST_CHOICES = 1000
/** How much the weights are held back toward those in use, in choices. */
const RIDGE = 10

async function fitWeights(rows: readonly Row[], before: FittedGroup): Promise<FittedGroup> {
  return { ...before, ...clipped(await descended(rows, startOf(before), RIDGE, () => setImmediate())) }
}

export const orderFrom = (fitted: FittedGroups): OrderOf => {
  const whole = new Map(Object.entries(fitted).map(([group, each]) => [group, { ...each, meanShown: 1 }]))
  return (group) => whole.get(group ?? '') ?? usualGroup
}

/** What each group learns from: its choices but the latest. Only the rows are kept, because there are many examples. */
function rowsOf(past: Past, orderOf: OrderOf): Map<GroupOrder, Row[]> {
  const rows = new Map<GroupOrder, Row[]>()
  let left = heldOutOf(past).from
  for (const example of examplesWith(past, orderOf)) {
    if (left-- === 0) break
    const { group } = example.one
    const own = rows.get(group)
    if (own) own.push(rowOf(example))
    else rows.set(group, [rowOf(example)])
  }
  return rows
}

/** The parameters that fit all but the latest choices. Without enough of a group, those in use stay. */
export async function fitGroups(
  past: Past,
  groups: readonly string[],
  moments: ReadonlyMap<string, GroupMoments>,
  inUse: OrderOf,
): Promise<FittedGroups> {
  const withPriors = groups.map((group): [string, FittedGroup] => {
    const { gives, gets, usual, weights } = inUse(group)
    const its = moments.get(group)
    const priors = its ? { gives: priorOf(its.gives, gives), gets: priorOf(its.gets, gets) } : { gives, gets }
    return [group, { ...priors, usual, weights }]
  })
  const orderOf = orderFrom(Object.fromEntries(withPriors))
  const rows = rowsOf(past, orderOf)
  const fitted: FittedGroups = {}
  for (const [group, before] of withPriors) {
    const own = rows.get(orderOf(group)) ?? []
    fitted[group] = own.length < FEWEST_CHOICES ? before : await fitWeights(own, before)
  }
  return fitted
}

/** How a fit and the one in use do on the latest choices. */
export function compared(past: Past, fitted: FittedGroups, inUse: OrderOf) {
  const { from } = heldOutOf(past)
  const guessesWith = (orderOf: OrderOf) => Array.from(examplesWith(past, orderOf, from), guessOf)
  const guesses = guessesWith(orderFrom(fitted))
  return { loss: lossOf(guesses), lossInUse: lossOf(guessesWith(inUse)), calibration: slopeOf(guesses) }
}
