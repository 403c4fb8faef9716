import type { OrderOf } from '../deck/order-groups.sql.ts'
import type { Past } from './read-choices.ts'
import { replayed, type Example } from './rules.ts'

/** The share of the choices, the latest, on which fits are compared. */
const HELD_OUT = 0.1

/** The choices as they were made, seen with these parameters. */
export function examplesWith({ choices, members }: Past, orderOf: OrderOf): Example[] {
  const growing = new Map([...members].map(([id, one]) => [id, { ...one, group: orderOf(one.genderGroup) }]))
  return [...replayed(choices, (id) => growing.get(id))]
}

export const heldOutFrom = (examples: readonly unknown[]) => Math.floor(examples.length * (1 - HELD_OUT))
