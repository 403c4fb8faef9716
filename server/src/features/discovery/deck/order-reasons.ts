import type { OrderReason } from '@kindred/contract'
import { chance, marginals, type Candidate, type Standing } from './rules.ts'

/** The ranking data of a viewer and of a person in their deck, as far as the viewer may know it. */
export type Placed = {
  viewer: Standing
  /** Without the person's own swipe on the viewer. */
  person: Omit<Candidate, 'isAway' | 'turn'>
  daysHere: number
  isNear: boolean
  showsActivity: boolean
  lessExposed: boolean
}

const NEW = 14
const FEW = 0.5
const LATELY = 0.9
const LIKELY = 1.25
/** The minimum lead in logits over the usual like rate, and the minimum number of swipes. */
const OFTEN = { logits: 0.5, choices: 10 }
const AGREE = 65

const usually = ({ group }: Standing) => 1 / (1 + Math.exp(-group.usual))

export function orderReasons(placed: Placed): OrderReason['kind'][] {
  const { viewer, person, daysHere, isNear, showsActivity, lessExposed } = placed
  const isRare = !lessExposed && person.shown < FEW * Math.max(person.group.meanShown, 1)
  const both = chance(viewer, person, person.compatibility) * chance(person, viewer, person.compatibility)
  const liked = marginals(viewer, person, null).liked
  const holds: Record<OrderReason['kind'], boolean> = {
    preferences: true,
    new: isRare && daysHere <= NEW,
    turn: isRare && daysHere > NEW,
    near: isNear,
    active: showsActivity && person.activity >= LATELY,
    likely: both >= LIKELY * usually(viewer) * usually(person),
    liked: person.got >= OFTEN.choices && liked >= OFTEN.logits,
    agree: person.compatibility !== null && person.compatibility >= AGREE,
  }
  const kinds = ['preferences', 'new', 'turn', 'near', 'active', 'likely', 'liked', 'agree'] as const
  return kinds.filter((kind) => holds[kind])
}
