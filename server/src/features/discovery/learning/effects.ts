import type { Fairness } from '@kindred/contract'
import { chance, usualGroup, worthOfLikes } from '../deck/rules.ts'
import type { OrderOf } from '../deck/order-groups.sql.ts'
import { FEWEST_SHOWN } from './age-groups.ts'
import type { Example } from './rules.ts'

export type JudgedCard = { viewer: string; person: string; groups: string[]; learned: Example; unlearned: Example }
export type Effect = NonNullable<Fairness['effect']>

/** Fewer cards of one viewer aren't a deck, and more would take longer than they are worth. */
const FEWEST_CARDS = 5
const MOST_CARDS = 200
const ERRORS = 1.96

export const unlearned: OrderOf = () => usualGroup

/** The part of a rank that the parameters decide. Activity and exposure are the same with any. */
const worthOf = ({ one, other, score }: Example) =>
  chance(one, other, score) * chance(other, one, score) * worthOfLikes(other)

function placesOf(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b)
  return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2 / (values.length - 1))
}

function add(values: Map<string, number[]>, group: string, value: number): void {
  const before = values.get(group)
  if (before) before.push(value)
  else values.set(group, [value])
}

function movesOf(cards: readonly JudgedCard[]): Map<string, number> {
  const before = placesOf(cards.map((card) => worthOf(card.unlearned)))
  const after = placesOf(cards.map((card) => worthOf(card.learned)))
  const moves = new Map<string, number[]>()
  for (const [nth, { groups }] of cards.entries())
    for (const group of groups) add(moves, group, (after[nth] ?? 0) - (before[nth] ?? 0))
  return new Map([...moves].map(([group, all]) => [group, meanOf(all)]))
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function toEffect(moves: readonly number[]): Effect {
  const places = meanOf(moves)
  const variance = moves.reduce((sum, move) => sum + (move - places) ** 2, 0) / (moves.length - 1)
  const around = ERRORS * Math.sqrt(variance / moves.length)
  return { places, low: places - around, high: places + around }
}

/**
 * The shift by the learned parameters of each group's people, up or (below 0) down, as a share of the viewer's cards. A
 * viewer counts once, however many cards they swiped. Groups of too few people or viewers are left out.
 */
export function effectsOf(cards: readonly JudgedCard[]): Map<string, Effect> {
  const decks = Map.groupBy(cards, ({ viewer }) => viewer)
  const moves = new Map<string, number[]>()
  for (const deck of decks.values()) {
    if (deck.length < FEWEST_CARDS) continue
    for (const [group, move] of movesOf(deck.slice(-MOST_CARDS))) add(moves, group, move)
  }
  const people = new Map<string, Set<string>>()
  for (const { groups, person } of cards)
    for (const group of groups) people.set(group, (people.get(group) ?? new Set()).add(person))
  const isShown = (group: string) =>
    (people.get(group)?.size ?? 0) >= FEWEST_SHOWN && (moves.get(group)?.length ?? 0) >= FEWEST_SHOWN
  return new Map([...moves].flatMap(([group, all]) => (isShown(group) ? [[group, toEffect(all)]] : [])))
}
