import type { OrderReason } from '@kindred/contract'
import { chance, marginals, type Candidate, type Standing } from './rules.ts'

/** The ranking data of a viewer and of a person in their deck, as far as the viewer may know it. */
export type Placed = {
  /** Without how often they are liked: that would reveal likes that they haven't seen. */
  viewer: Standing
  /** Without the person's own swipe on the viewer. */
  person: Omit<Candidate, 'isAway' | 'turn'>
  /** Days since they joined. */
  daysHere: number
  isNear: boolean
  showsActivity: boolean
  lessExposed: boolean
}

/** Someone who joined within this many days is new. */
const NEW = 14
/** Someone with less than this share of the mean exposure was shown to few people. */
const FEW = 0.5
/** The activity weight of people who were active in the last days. */
const LATELY = 0.9
/** The least ratio to the usual chance of a mutual like. */
const LIKELY = 1.25
/** The minimum lead in logits over the usual like rate, and the minimum number of swipes. */
const OFTEN = { logits: 0.5, choices: 10 }
const AGREE = 65

const usually = ({ group }: Standing) => 1 / (1 + Math.exp(-group.usual))

/** The true reasons why someone ranks high in the deck, in display order. */
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
