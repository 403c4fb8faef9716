import {
  chance,
  layOut,
  parameters,
  poolFor,
  rank,
  seededRandom,
  baseRank,
  type Candidate,
} from '../server/src/features/discovery/deck/rules.ts'
import { present } from './present.ts'

// Eight weeks of a simulated community with the product's own order: which people are shown, what follows, and whether
// anyone is overlooked. Tastes are random; looks and money don't exist.

export type Town = {
  women: number
  men: number
  days: number
  /** Spread of how readily people like others, how popular they are, and how tastes vary by pair. */
  selectivity: number
  attractiveness: number
  taste: number
}
/** `random-with-likers` is a random order that reserves a quarter for people who like the viewer, as our order does. */
export type Order = 'ours' | 'random' | 'random-with-likers' | 'best-first'
export type Outcome = {
  matches: number
  unseen: number
  /** The highest share of people that a week overlooked. */
  unseenInAWeek: number
  underATenth: number
  gini: number
  /** The mean exposure of the least attractive tenth, relative to the overall mean. */
  least: number
}

type Person = Candidate & {
  at: number
  selectivity: number
  attractiveness: number
  likedBy: Set<number>
  chosen: Set<number>
  exposure: number
  week: number
}

const DECK = 20
const sigmoid = (value: number) => 1 / (1 + Math.exp(-value))

function normal(random: () => number): () => number {
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** The taste of a pair: deterministic, and different in each direction. */
function tasteOf(one: number, other: number, spread: number): number {
  let state = (Math.imul(one + 1, 2654435761) ^ Math.imul(other + 7, 40503)) >>> 0
  const next = () => {
    state = Math.imul(state ^ (state >>> 15), 2246822507)
    state = Math.imul(state ^ (state >>> 13), 3266489909)
    state ^= state >>> 16
    return ((state >>> 0) + 1) / 4294967298
  }
  return spread * Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next())
}

export function simulate(town: Town, order: Order, seed: string): Outcome {
  const random = seededRandom(seed)
  const draw = normal(random)
  const people = Array.from({ length: town.women + town.men }, (_, at): Person => ({
    id: String(at),
    at,
    activity: 1,
    compatibility: null,
    gaveLikes: 0,
    gave: 0,
    gotLikes: 0,
    got: 0,
    shown: 0,
    selectivity: -1 + draw() * town.selectivity,
    attractiveness: draw() * town.attractiveness,
    likedBy: new Set(),
    chosen: new Set(),
    exposure: 0,
    week: 0,
  }))
  const sides = [people.slice(0, town.women), people.slice(town.women)] as const
  let matches = 0
  let unseenInAWeek = 0
  for (let day = 0; day < town.days; day++) {
    const mean = people.reduce((sum, { shown }) => sum + shown, 0) / people.length
    const orders = sides.map((side) => sortedFor(side, order, mean))
    for (const [turn, at] of shuffled(people.length, random).entries()) {
      const viewer = present(people[at])
      if (order === 'ours' && turn % SETTLES === 0)
        sides.forEach((side, which) => (orders[which] = sortedFor(side, order, mean)))
      const across = present(orders[at < town.women ? 1 : 0])
      for (const candidate of deckOf(viewer, people, across, order, mean, random, `${seed} ${at} ${day}`)) {
        candidate.shown++
        candidate.exposure++
        candidate.week++
        const taste = tasteOf(at, candidate.at, town.taste)
        viewer.chosen.add(candidate.at)
        viewer.gave++
        candidate.got++
        if (random() >= sigmoid(viewer.selectivity + candidate.attractiveness + taste)) continue
        viewer.gaveLikes++
        candidate.gotLikes++
        candidate.likedBy.add(at)
        if (viewer.likedBy.has(candidate.at)) matches++
      }
    }
    for (const person of people) person.shown *= parameters.fades
    if (day % 7 === 6) {
      unseenInAWeek = Math.max(
        unseenInAWeek,
        share(people, ({ week }) => week === 0),
      )
      for (const person of people) person.week = 0
    }
  }
  return { matches, unseenInAWeek, ...exposureOf(sides) }
}

/** The product maintains this order continuously; here it is rebuilt after this many viewers. */
const SETTLES = 50

const popularity = ({ gotLikes, got }: Person) => (gotLikes + 1) / (got + 3)

function sortedFor(side: readonly Person[], order: Order, mean: number): Person[] {
  if (order === 'random' || order === 'random-with-likers') return [...side]
  const value = order === 'ours' ? (person: Person) => baseRank(person, mean, person.activity) : popularity
  return side
    .map((person) => ({ person, value: value(person) }))
    .sort((a, b) => b.value - a.value)
    .map(({ person }) => person)
}

function shuffled(count: number, random: () => number): number[] {
  const order = Array.from({ length: count }, (_, at) => at)
  for (let at = count - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[order[at], order[other]] = [present(order[other]), present(order[at])]
  }
  return order
}

function deckOf(
  viewer: Person,
  people: readonly Person[],
  ordered: readonly Person[],
  order: Order,
  mean: number,
  random: () => number,
  seed: string,
): Person[] {
  const pool =
    order === 'random' || order === 'random-with-likers'
      ? sample(ordered, viewer.chosen, random)
      : fresh(ordered, viewer.chosen, order === 'ours' ? poolFor(viewer) : DECK)
  const ranked = order === 'ours' ? inRank(viewer, pool, mean) : pool
  if (order === 'random' || order === 'best-first') return pool
  const waiting = [...viewer.likedBy].flatMap((each) => (viewer.chosen.has(each) ? [] : [present(people[each])]))
  const likers = (order === 'ours' ? byChance(viewer, waiting) : waiting).map(({ id }) => id)
  const ids = ranked.slice(0, DECK).map(({ id }) => id)
  return layOut(ids, likers, [], DECK, seededRandom(seed)).map(({ id }) => present(people[Number(id)]))
}

const inRank = (viewer: Person, people: readonly Person[], mean: number): Person[] =>
  people
    .map((person) => ({ person, rank: rank(viewer, person, mean) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ person }) => person)

/** People who already like the viewer, ordered by how likely the viewer is to like them. */
const byChance = (viewer: Person, people: readonly Person[]): Person[] =>
  people
    .map((person) => ({ person, chance: chance(viewer, person, null) }))
    .sort((a, b) => b.chance - a.chance)
    .map(({ person }) => person)

/** The first people of an order that the viewer hasn't chosen yet. */
function fresh(ordered: readonly Person[], chosen: ReadonlySet<number>, most: number): Person[] {
  const found: Person[] = []
  for (const person of ordered) {
    if (found.length === most) break
    if (!chosen.has(person.at)) found.push(person)
  }
  return found
}

/** A random deck of people that the viewer hasn't chosen yet. */
function sample(others: readonly Person[], chosen: ReadonlySet<number>, random: () => number): Person[] {
  const found = new Set<Person>()
  for (let tries = 0; tries < DECK * 20 && found.size < DECK; tries++) {
    const person = present(others[Math.floor(random() * others.length)])
    if (!chosen.has(person.at)) found.add(person)
  }
  return [...found]
}

const share = (people: readonly Person[], is: (person: Person) => boolean) => people.filter(is).length / people.length

/** How evenly people were shown; the worse of the two sides counts. */
function exposureOf(sides: readonly (readonly Person[])[]) {
  const each = sides.map((side) => {
    const mean = side.reduce((sum, { exposure }) => sum + exposure, 0) / side.length
    const tenth = side.toSorted((a, b) => a.attractiveness - b.attractiveness).slice(0, Math.ceil(side.length / 10))
    return {
      unseen: share(side, ({ exposure }) => exposure === 0),
      underATenth: share(side, ({ exposure }) => exposure < mean / 10),
      gini: gini(side.map(({ exposure }) => exposure)),
      least: tenth.reduce((sum, { exposure }) => sum + exposure, 0) / tenth.length / mean,
    }
  })
  return {
    unseen: Math.max(...each.map(({ unseen }) => unseen)),
    underATenth: Math.max(...each.map(({ underATenth }) => underATenth)),
    gini: Math.max(...each.map((side) => side.gini)),
    least: Math.min(...each.map(({ least }) => least)),
  }
}

/** The Gini coefficient: 0 if all are equal, 1 if one has everything. */
export function gini(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const sum = sorted.reduce((all, value) => all + value, 0)
  if (sum === 0) return 0
  const weighted = sorted.reduce((all, value, at) => all + value * (at + 1), 0)
  return (2 * weighted) / (sorted.length * sum) - (sorted.length + 1) / sorted.length
}
