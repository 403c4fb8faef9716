import { defaultGroupOrder, type Candidate, seededRandom } from '../../server/src/features/discovery/deck/rules.ts'
import { scoreOf, type Known } from '../../server/src/features/discovery/compatibility/rules.ts'
import { present } from '../../bench/present.ts'
import type { World } from './worlds.ts'

// The people of a simulated world: their traits, their visits, and their tastes.

export type Person = Candidate & {
  at: number
  isWoman: boolean
  isBot: boolean
  isMinority: boolean
  selectivity: number
  attractiveness: number
  /** The probability of a visit on a day, and the number of cards swiped per visit. */
  appetite: number
  judges: number
  joins: number
  leaves: number
  showsActivity: boolean
  lastVisit: number
  visits: number[]
  known: Known
  /** The day of each received like, and of each own swipe. */
  likedBy: Map<number, number>
  chosen: Int16Array
  exposure: number
  week: number
  matches: number
  firstMatch: number | null
}

const NEVER = -1
const QUESTIONS = 10
const OPTIONS = 3

export const isThere = ({ joins, leaves }: Person, day: number) => joins <= day && day < leaves
export const hasChosen = (one: Person, other: Person) => present(one.chosen[other.at]) !== NEVER

export function normal(random: () => number): () => number {
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

function answersOf(random: () => number): Known {
  const answers = Array.from({ length: QUESTIONS }, (_, nth): [string, Known['answers'][string]] => {
    const answer = Math.floor(random() * OPTIONS)
    return [`q${nth}`, [answer, [answer, Math.floor(random() * OPTIONS)], 10]]
  })
  return {
    answers: Object.fromEntries(answers.filter(() => random() < 0.7)),
    intention: null,
    interests: [],
    basics: {},
  }
}

/** A person's first and last day. Most people who leave did so long before the simulation starts. */
function staying(world: World, random: () => number): Pick<Person, 'joins' | 'leaves' | 'lastVisit'> {
  const joins = random() < world.newcomers ? Math.floor(random() * (world.days - 14)) : -90
  if (random() >= world.gone) return { joins, leaves: Infinity, lastVisit: Math.max(joins, -1) }
  const leaves = joins < 0 ? Math.floor(-200 + random() * (200 + world.days)) : joins + 1 + Math.floor(random() * 60)
  return { joins, leaves, lastVisit: Math.min(-1, leaves - 1) }
}

function habitsOf(world: World, random: () => number): Pick<Person, 'appetite' | 'judges'> {
  if (!world.heavyTail) return { appetite: 0.25 + random() * 0.6, judges: 6 + Math.floor(random() * 14) }
  const often = Math.min(1, 0.12 / (1 - random()) ** 0.6)
  return { appetite: Math.max(0.15, often), judges: Math.min(30, Math.round(8 / (1 - random()) ** 0.7)) }
}

function person(world: World, at: number, random: () => number, draw: () => number): Person {
  const isWoman = at < world.women
  const isBot = !isWoman && random() < world.bots
  const isPicky = random() < world.picky
  const isMinority = random() < world.minority.share
  return {
    id: String(at),
    at,
    isWoman,
    isBot,
    isMinority,
    selectivity:
      (isWoman ? world.selectivity.women : world.selectivity.men) +
      draw() * world.selectivity.spread -
      (isPicky ? 2 : 0),
    attractiveness: isBot ? 1 : draw() * world.attractiveness,
    ...habitsOf(world, random),
    ...(isBot && { appetite: 1, judges: 60 }),
    ...staying(world, random),
    ...(isBot && { joins: -90, leaves: Infinity }),
    showsActivity: random() < 0.85,
    visits: [],
    known: answersOf(random),
    likedBy: new Map(),
    chosen: new Int16Array(world.women + world.men).fill(NEVER),
    exposure: 0,
    week: 0,
    matches: 0,
    firstMatch: null,
    activity: 1,
    isAway: false,
    turn: 1,
    compatibility: null,
    gaveLikes: 0,
    gave: 0,
    gotLikes: 0,
    got: 0,
    shown: 0,
    group: defaultGroupOrder,
  }
}

export function peopleOf(world: World, random: () => number): Person[] {
  const draw = normal(random)
  return Array.from({ length: world.women + world.men }, (_, at) => person(world, at, random, draw))
}

/**
 * Each person's taste for every other person, drawn once per pair. Drawing is most of the work in a large world, so all
 * rankings share the tastes.
 */
export type Tastes = {
  of: (one: Person, other: Person) => number
  score: (one: Person, other: Person) => number | null
}

const UNKNOWN = 255
const NO_SCORE = 254
/** The effect of answers on taste, in logits per 50 points of the score. */
const ANSWERS_COUNT = 0.4

export function tastesOf(world: World, seed: string): Tastes {
  const count = world.women + world.men
  const draw = normal(seededRandom(`tastes ${seed}`))
  const drawn = Float32Array.from({ length: count * count }, draw)
  const ofPair = Float32Array.from({ length: count * count }, draw)
  const scores = new Uint8Array(count * count).fill(UNKNOWN)
  const pair = (one: Person, other: Person) => Math.min(one.at, other.at) * count + Math.max(one.at, other.at)
  const score = (one: Person, other: Person): number | null => {
    const cell = pair(one, other)
    if (scores[cell] === UNKNOWN) scores[cell] = scoreOf(one.known, other.known)?.score ?? NO_SCORE
    return scores[cell] === NO_SCORE ? null : present(scores[cell])
  }
  const [own, both] = [Math.sqrt(1 - world.mutual), Math.sqrt(world.mutual)]
  return {
    score,
    of: (one, other) =>
      world.taste * (own * present(drawn[one.at * count + other.at]) + both * present(ofPair[pair(one, other)])) +
      (((score(one, other) ?? 50) - 50) / 50) * ANSWERS_COUNT,
  }
}
