import type { OrderOf } from '../deck/queries.ts'
import type { RankingStats } from '../deck/rules.ts'
import { replayed, type Example, type Past } from './rules.ts'

/** Fits are compared on this share of the swipes, the latest ones. */
const HELD_OUT = 0.1

/** The swipes in order from the nth on, each with the state before it under these parameters. */
export const examplesWith = (past: Past, orderOf: OrderOf, from = 0): Iterable<Example> =>
  replayed(past.choices, rankingStatsBefore(past, orderOf), from)

export function rankingStatsBefore({ members }: Past, orderOf: OrderOf): (id: string) => RankingStats | undefined {
  const before = new Map([...members].map(([id, one]) => [id, { ...one, group: orderOf(one.genderGroup) }]))
  return (id) => before.get(id)
}

/** Swipes that involve former members can't be replayed. */
const choicesOf = ({ choices, members }: Past) =>
  choices.filter(({ chooser, chosen }) => members.has(chooser) && members.has(chosen))

export function heldOutOf(past: Past) {
  const choices = choicesOf(past)
  const from = Math.floor(choices.length * (1 - HELD_OUT))
  return { choices: choices.slice(from), from }
}
