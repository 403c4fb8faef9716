import { setImmediate } from 'node:timers/promises'
import { Fairness } from '@kindred/contract'
import * as z from 'zod/mini'
import type { Deps } from '../../../deps.ts'
import { type OrderOf, readOrder } from '../deck/queries.ts'
import { chance, parameters, defaultGroupOrder, worthOfLikes } from '../deck/rules.ts'
import { groupsIn } from '../eligibility/rules.ts'
import { FEWEST_SHOWN, groupKey } from './age-groups.ts'
import { examplesWith, heldOutOf } from './held-out.ts'
import { exposuresAfter, goneCards, lostLikes, versionInUse, waitDays } from './queries.ts'
import type { Example, Past } from './rules.ts'
import { factOf, saveFact } from '../../operations/index.ts'
import type { Db } from '../../../infra/db/db.ts'
import { NIL_UUID } from '../../../infra/nil-uuid.ts'

const A_WEEK = 7

/** The exposure that is left of one swipe after a week. Members with less weren't swiped in that time. */
const leftOfAWeek = parameters.decay ** A_WEEK

type ExposureStats = Pick<Fairness, 'members' | 'gini' | 'unseen' | 'underATenth' | 'exposure'>

const NONE: ExposureStats = { members: null, gini: null, unseen: null, underATenth: null, exposure: null }

function giniOf(sorted: Float32Array): number {
  let [sum, weighted] = [0, 0]
  for (const [at, value] of sorted.entries()) {
    sum += value
    weighted += value * (at + 1)
  }
  const { length } = sorted
  return sum === 0 ? 0 : Math.max(0, (2 * weighted) / (length * sum) - (length + 1) / length)
}

const shareBelow = (values: Float32Array, limit: number) =>
  values.reduce((count, value) => count + Number(value < limit), 0) / values.length

/**
 * How evenly the members of a group are shown, computed from their exposures. Groups that are too small to show have no
 * stats.
 */
function exposureStats(exposures: readonly number[], meanOfGender: number): ExposureStats {
  if (exposures.length < FEWEST_SHOWN) return NONE
  const sorted = Float32Array.from(exposures).toSorted()
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length
  return {
    members: sorted.length,
    gini: giniOf(sorted),
    unseen: shareBelow(sorted, leftOfAWeek),
    underATenth: shareBelow(sorted, meanOfGender / 10),
    exposure: mean / Math.max(meanOfGender, 1e-9),
  }
}

type JudgedCard = { viewer: string; person: string; groups: string[]; learned: Example; unlearned: Example }
type Effect = NonNullable<Fairness['effect']>

/** Fewer cards of one viewer don't make a deck, and more would take too long for what they add. */
const FEWEST_CARDS = 5
const MOST_CARDS = 200
const ERRORS = 1.96

const unlearned: OrderOf = () => defaultGroupOrder

/** The part of a rank that depends on the parameters. Activity and exposure are the same with any parameters. */
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
 * How far the learned parameters move the people of each group up or, below 0, down, as a share of the viewer's cards.
 * Each viewer counts once, however many cards they swiped. Groups of too few people or viewers are left out.
 */
function effectsOf(cards: readonly JudgedCard[]): Map<string, Effect> {
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

// The nightly stats for the page about ranking are two facts, which are replaced every night.

const FAIRNESS = 'order.fairness'
const EFFECTS = 'order.effects'
const fairness = z.array(z.omit(Fairness, { effect: true }))
const effects = z.record(z.string(), Fairness.shape.effect)

const saveFairness = (db: Db, groups: readonly Omit<Fairness, 'effect'>[]) => saveFact(db, FAIRNESS, groups)

const saveEffects = (db: Db, groups: ReadonlyMap<string, Effect>) => saveFact(db, EFFECTS, Object.fromEntries(groups))

/**
 * Groups without stats have no effect either. If another release counted other stats, there are none until the next
 * night.
 */
export async function readFairness(db: Db): Promise<Fairness[]> {
  const groups = fairness.safeParse(await factOf(db, FAIRNESS)).data ?? []
  const effectOf = effects.safeParse(await factOf(db, EFFECTS)).data ?? {}
  return groups
    .toSorted((a, b) => a.genderGroup.localeCompare(b.genderGroup) || a.ageFrom - b.ageFrom)
    .map((group) => ({
      ...group,
      effect: group.members === null ? null : (effectOf[groupKey(group.genderGroup, group.ageFrom)] ?? null),
    }))
}

const AT_ONCE = 20_000

type Group = { gender_group: string; age_from: number; exposures: number[] }

/** Reads the exposures of recently active members, by group, in batches, so that no statement takes long. */
async function readGroups(db: Db, now: Date): Promise<Group[]> {
  const groups = new Map<string, Group>()
  let last: string | undefined = NIL_UUID
  while (last !== undefined) {
    const rows = await exposuresAfter(db, now, last, AT_ONCE)
    for (const { shown_to, age_from, shown, is_active: isActive } of rows)
      for (const gender_group of isActive ? groupsIn(shown_to) : []) {
        const key = groupKey(gender_group, age_from)
        const group = groups.get(key) ?? { gender_group, age_from, exposures: [] }
        groups.set(key, group)
        group.exposures.push(shown)
      }
    last = rows.length === AT_ONCE ? rows.at(-1)?.account_id : undefined
    await setImmediate()
  }
  return [...groups.values()]
}

function meansOf(groups: readonly Group[]): (genderGroup: string) => number {
  const totals = new Map<string, { sum: number; count: number }>()
  for (const { gender_group, exposures } of groups) {
    const before = totals.get(gender_group) ?? { sum: 0, count: 0 }
    const sum = exposures.reduce((all, exposure) => all + exposure, before.sum)
    totals.set(gender_group, { sum, count: before.count + exposures.length })
  }
  return (genderGroup) => {
    const { sum, count } = totals.get(genderGroup) ?? { sum: 0, count: 1 }
    return sum / count
  }
}

export async function countFairness({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const groups = await readGroups(db, now)
  const meanOf = meansOf(groups)
  const by = async (read: typeof lostLikes) =>
    new Map((await read(db, now)).map((row) => [groupKey(row.gender_group, row.age_from), row.stat]))
  const [lost, waits, gone] = [await by(lostLikes), await by(waitDays), await by(goneCards)]
  const rows = groups.map(({ gender_group, age_from, exposures }) => {
    const key = groupKey(gender_group, age_from)
    const stats = exposureStats(exposures, meanOf(gender_group))
    const shown = (stat: number | undefined) => (stats.members === null ? null : (stat ?? null))
    return {
      genderGroup: gender_group,
      ageFrom: age_from,
      ...stats,
      lostLikes: shown(lost.get(key)),
      waitDays: shown(waits.get(key)),
      goneCards: shown(gone.get(key)),
    }
  })
  await saveFairness(db, rows)
}

/** Measures effects on the swipes that fits are tried on. */
export async function measureEffects({ db }: Pick<Deps, 'db'>, past: Past): Promise<void> {
  const [inUse, { version }] = await Promise.all([readOrder(db), versionInUse(db)])
  const { choices, from } = heldOutOf(past)
  const [after, before] = [inUse, unlearned].map((order) => [...examplesWith(past, order, from)])
  const cards = choices.flatMap(({ chooser, chosen }, nth): JudgedCard[] => {
    const [learned, original] = [after?.[nth], before?.[nth]]
    if (!learned || !original) return []
    const { genderGroup, ageFrom } = past.members.get(chosen) ?? { genderGroup: null, ageFrom: null }
    const groups = ageFrom === null ? [] : (genderGroup?.split('+') ?? []).map((each) => groupKey(each, ageFrom))
    return [{ viewer: chooser, person: chosen, groups, learned, unlearned: original }]
  })
  await saveEffects(db, version === 0 ? new Map() : effectsOf(cards))
}
