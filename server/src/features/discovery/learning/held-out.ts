import type { OrderOf } from '../deck/order-groups.sql.ts'
import type { Past } from './read-choices.ts'
import { replayed, type Example } from './rules.ts'

/** The share of the choices, the latest, on which fits are compared. */
const HELD_OUT = 0.1

/** The choices as they were made, seen with these parameters: those from the nth on. */
export function examplesWith({ choices, members }: Past, orderOf: OrderOf, from = 0): Iterable<Example> {
  const growing = new Map([...members].map(([id, one]) => [id, { ...one, group: orderOf(one.genderGroup) }]))
  return replayed(choices, (id) => growing.get(id), from)
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
