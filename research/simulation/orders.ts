import {
  baseRank,
  PAGE_SIZE,
  contenders,
  likerRank,
  mayTakeLikerSlot,
  poolFor,
  rank,
  seededRandom,
  turnOf,
  capInactive,
} from '../../server/src/features/discovery/deck/rules.ts'
import { present } from '../../bench/present.ts'
import { hasChosen, type Person, type Tastes } from './people.ts'
import { pricesOf } from './transferable-utility.ts'

// The rankings to compare. Each gets the product's advantages: half of a page are people who already like the viewer,
// and recently active people rank higher.

export type OrderName = 'ours' | 'random' | 'best-first' | 'transferable utility' | 'marginal product'
export const orderNames: readonly OrderName[] = [
  'ours',
  'random',
  'best-first',
  'transferable utility',
  'marginal product',
]

export type Order = {
  learns?: true
  /** The number of viewers between two sorts. The product sorts continuously. */
  sortedEvery: number
  sort: (side: readonly Person[], others: readonly Person[]) => Person[]
  ranked: (viewer: Person, sorted: readonly Person[]) => Person[]
  likers: (viewer: Person, waiting: readonly Person[]) => Person[]
}

const by = (people: readonly Person[], value: (person: Person) => number): Person[] =>
  people
    .map((person) => ({ person, value: value(person) }))
    .sort((a, b) => b.value - a.value)
    .map(({ person }) => person)

function fresh(viewer: Person, sorted: readonly Person[], most: number): Person[] {
  const found: Person[] = []
  for (const person of sorted) {
    if (found.length === most) break
    if (!hasChosen(viewer, person)) found.push(person)
  }
  return found
}

/** Two pages, because likers and boosts exclude some people from the first. */
const ENOUGH = 2 * PAGE_SIZE

function ours(tastes: Tastes): Order {
  return {
    learns: true,
    sortedEvery: 60,
    sort: (side) => by(side, (person) => baseRank(person, person.activity)),
    ranked: (viewer, sorted) => {
      const pool = fresh(viewer, sorted, poolFor(viewer))
      for (const person of pool) person.turn = turnOf(viewer.id, person.id, (pair) => seededRandom(pair)())
      const best = contenders(viewer, pool, PAGE_SIZE)
      return capInactive(
        by(best, (person) => rank(viewer, person, tastes.score(viewer, person))),
        PAGE_SIZE,
      )
    },
    likers: (viewer, waiting) => by(waiting.filter(mayTakeLikerSlot), (person) => likerRank(viewer, person)),
  }
}

const forAll = (value: (person: Person) => number): Order => ({
  sortedEvery: Infinity,
  sort: (side) => by(side, value),
  ranked: (viewer, sorted) => fresh(viewer, sorted, ENOUGH),
  likers: (_viewer, waiting) => by(waiting, value),
})

function shuffle(random: () => number): Order {
  const drawn = (people: readonly Person[]) => by(people, ({ activity }) => random() ** (1 / activity))
  return {
    sortedEvery: Infinity,
    sort: (side) => [...side],
    ranked: (viewer, sorted) => {
      const found = new Set<Person>()
      for (let tries = 0; tries < 4000 && found.size < ENOUGH; tries++) {
        const person = present(sorted[Math.floor(random() * sorted.length)])
        if (random() < person.activity && !hasChosen(viewer, person)) found.add(person)
      }
      return [...found]
    },
    likers: (_viewer, waiting) => drawn(waiting),
  }
}

const popularity = ({ gotLikes, got }: Person) => (gotLikes + 1) / (got + 3)
const readiness = ({ gaveLikes, gave }: Person) => (gaveLikes + 1) / (gave + 3)

/** Ranks by a pair's value minus the price of each person's attention in the clearing market. */
function transferableUtility(): Order {
  const prices = new Map<Person, number>()
  return {
    sortedEvery: Infinity,
    sort: (side, others) => {
      const found = pricesOf(side, others)
      side.forEach((person, nth) => prices.set(person, present(found.prices[nth]) * person.activity))
      return by(side, (person) => present(prices.get(person)) * found.worth(person))
    },
    ranked: (viewer, sorted) => fresh(viewer, sorted, ENOUGH),
    likers: (_viewer, waiting) => by(waiting, (person) => popularity(person) * present(prices.get(person))),
  }
}

export function orderOf(name: OrderName, tastes: Tastes, random: () => number): Order {
  if (name === 'ours') return ours(tastes)
  if (name === 'random') return shuffle(random)
  if (name === 'best-first') return forAll((person) => popularity(person) * person.activity)
  if (name === 'transferable utility') return transferableUtility()
  return forAll((person) => popularity(person) * readiness(person) * person.activity)
}
