import type { OrderOf } from '../deck/order-groups.sql.ts'
import type { Standing } from '../deck/rules.ts'
import type { Past } from './read-choices.ts'
import { replayed, type Example } from './rules.ts'

/** The share of the choices, the latest, on which fits are compared. */
const HELD_OUT = 0.1

/** The choices as they were made, seen with these parameters: those from the nth on. */
export const examplesWith = (past: Past, orderOf: OrderOf, from = 0): Iterable<Example> =>
  replayed(past.choices, standingsBefore(past, orderOf), from)

/** The standing of each member at the first of the choices, with these parameters. */
export function standingsBefore({ members }: Past, orderOf: OrderOf): (id: string) => Standing | undefined {
  const before = new Map([...members].map(([id, one]) => [id, { ...one, group: orderOf(one.genderGroup) }]))
  return (id) => before.get(id)
}

/** The choices of people who are still members. Only these are replayed. */
const choicesOf = ({ choices, members }: Past) =>
  choices.filter(({ chooser, chosen }) => members.has(chooser) && members.has(chosen))

/** The choices that fits are compared on, and how many came before them. */
export function heldOutOf(past: Past) {
  const choices = choicesOf(past)
  const from = Math.floor(choices.length * (1 - HELD_OUT))
  return { choices: choices.slice(from), from }
}
