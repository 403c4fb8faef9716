import {
  activityOf,
  PAGE_SIZE,
  isAwayWith,
  composePage,
  parameters,
  seededRandom,
  defaultGroupOrder,
  type GroupOrder,
} from '../../server/src/features/discovery/deck/rules.ts'
import { present } from '../../bench/present.ts'
import { fitted, type Judged } from './fit.ts'
import { orderOf, type Order, type OrderName } from './orders.ts'
import { outcomeOf, type Outcome, type Tally } from './outcome.ts'
import { hasChosen, isThere, peopleOf, tastesOf, type Person, type Tastes } from './people.ts'
import type { World } from './worlds.ts'

// Simulates six weeks of a world with one ranking, using the product's own functions: its pool, ranks, likers,
// activity, scores and exposure decay.

const DAY = 86_400_000
const ACTIVE_LATELY = 14

type Town = {
  world: World
  people: Person[]
  sides: Person[][]
  tastes: Tastes
  order: Order
  tally: Tally
  judged: Judged[]
  /** The learned parameters, as in `order_groups`. */
  groups: ReadonlyMap<string, GroupOrder>
}

const sigmoid = (value: number) => 1 / (1 + Math.exp(-value))

function shuffled(people: readonly Person[], random: () => number): Person[] {
  return people
    .map((person) => ({ person, value: random() }))
    .sort((a, b) => a.value - b.value)
    .map(({ person }) => person)
}

/** Runs the nightly jobs: exposure decays, activity and mean exposure are recounted, and parameters are fitted. */
async function night(town: Town, day: number): Promise<void> {
  const { sides, people, judged, tastes } = town
  if (town.order.learns) town.groups = await fitted(people, judged, tastes, town.groups)
  const now = new Date(day * DAY)
  for (const side of sides) {
    const lately = side.filter(({ joins, lastVisit }) => joins <= day && day - lastVisit <= ACTIVE_LATELY)
    const meanShown = lately.reduce((sum, { shown }) => sum + shown, 0) / Math.max(1, lately.length)
    const group = { ...present(town.groups.get(side[0]?.isWoman ? 'woman' : 'man')), meanShown }
    for (const person of side) {
      person.group = group
      person.shown *= parameters.decay
      person.activity = activityOf(new Date(person.lastVisit * DAY), person.showsActivity, now)
      person.isAway = isAwayWith(person.activity)
    }
  }
}

function blockOf({ people, order }: Town, viewer: Person, sorted: readonly Person[], day: number, seed: string) {
  // A like counts from the next day.
  const waiting = [...viewer.likedBy]
    .flatMap(([at, since]) => (since < day ? [present(people[at])] : []))
    .filter((person) => !hasChosen(viewer, person))
  const ranked = order.ranked(viewer, sorted).map(({ id }) => id)
  const likers = order.likers(viewer, waiting).map(({ id }) => id)
  return composePage(ranked, likers, [], PAGE_SIZE, seededRandom(seed)).map(({ id }) => present(people[Number(id)]))
}

function judge(
  { world, tastes, tally, judged }: Town,
  viewer: Person,
  candidate: Person,
  day: number,
  random: () => number,
) {
  viewer.chosen[candidate.at] = day
  viewer.gave++
  candidate.got++
  candidate.shown++
  candidate.exposure++
  candidate.week++
  tally.cards++
  const isGone = !isThere(candidate, day)
  if (isGone) tally.gone++
  const distaste = candidate.isMinority && !viewer.isMinority ? world.minority.distaste : 0
  const likes = viewer.selectivity + candidate.attractiveness + tastes.of(viewer, candidate) - distaste
  const isLike = viewer.isBot || random() < sigmoid(likes)
  judged.push({ viewer, candidate, likes: isLike })
  if (!isLike) return
  viewer.gaveLikes++
  candidate.gotLikes++
  candidate.likedBy.set(viewer.at, day)
  // A bot or someone who has left can't match.
  if (!viewer.likedBy.has(candidate.at) || viewer.isBot || candidate.isBot || isGone) return
  tally.matches++
  for (const person of [viewer, candidate]) {
    person.matches++
    person.firstMatch ??= day
  }
}

function visit(town: Town, viewer: Person, sorted: readonly Person[], day: number, random: () => number): void {
  viewer.lastVisit = day
  viewer.visits.push(day)
  for (let judged = 0; judged < viewer.judges;) {
    const block = blockOf(town, viewer, sorted, day, `${viewer.at} ${day} ${judged}`)
    for (const candidate of block.slice(0, viewer.judges - judged)) judge(town, viewer, candidate, day, random)
    judged += PAGE_SIZE
    if (block.length < PAGE_SIZE) return
  }
}

function oneDay(town: Town, day: number, random: () => number): void {
  const there = town.sides.map((side) => side.filter(({ joins }) => joins <= day))
  const sort = () => there.map((side, which) => town.order.sort(side, present(there[1 - which])))
  let sorted = sort()
  const coming = town.people.filter((person) => isThere(person, day) && random() < person.appetite)
  for (const [nth, viewer] of shuffled(coming, random).entries()) {
    if (nth > 0 && nth % town.order.sortedEvery === 0) sorted = sort()
    visit(town, viewer, present(sorted[viewer.isWoman ? 1 : 0]), day, random)
  }
}

export async function simulate(
  world: World,
  name: OrderName,
  seed: string,
  tastes = tastesOf(world, seed),
): Promise<Outcome> {
  const people = peopleOf(world, seededRandom(`people ${seed}`))
  const random = seededRandom(`days ${seed}`)
  const tally: Tally = { matches: 0, cards: 0, gone: 0, unseenInWeeks: [] }
  const sides = [people.slice(0, world.women), people.slice(world.women)]
  const town: Town = {
    world,
    people,
    sides,
    tastes,
    order: orderOf(name, tastes, random),
    tally,
    judged: [],
    groups: new Map(['woman', 'man'].map((group) => [group, defaultGroupOrder])),
  }
  for (let day = 0; day < world.days; day++) {
    await night(town, day)
    oneDay(town, day, random)
    if (day % 7 === 6) tally.unseenInWeeks.push(sides.map((side) => unseenOf(side, day - 6, day)))
  }
  return outcomeOf(world, people, tally)
}

/** The share of members who were present all week with at least one visit, but were shown to no one. */
function unseenOf(side: readonly Person[], from: number, to: number): number {
  const there = side.filter(
    (person) => isThere(person, from) && isThere(person, to) && person.visits.some((day) => day >= from),
  )
  const share = there.filter(({ week }) => week === 0).length / Math.max(1, there.length)
  for (const person of side) person.week = 0
  return share
}
