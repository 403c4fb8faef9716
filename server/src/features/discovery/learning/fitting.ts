import { randomInt } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Deps } from '../../../deps.ts'
import {
  type Met,
  readCompared,
  readMetInSheets,
  readUsualShare,
  saveUsualShare,
} from '../compatibility/compatibility.ts'
import { knownOf } from '../compatibility/queries.ts'
import { metOf, scoreOf } from '../compatibility/rules.ts'
import { orderOfGroups } from '../deck/mean-order.ts'
import { type OrderOf, readOrder } from '../deck/queries.ts'
import { isHeldOut } from '../deck/ranking.ts'
import { defaultGroupOrder, type GroupOrder } from '../deck/rules.ts'
import { groupsLabel } from '../eligibility/rules.ts'
import { measureEffects } from './fairness.ts'
import { examplesWith, heldOutOf, rankingStatsBefore } from './held-out.ts'
import { comparisonOf, exactWeights, laplace, type OutcomeExample, outcomeOf, withPrivacyNoise } from './outcomes.ts'
import {
  cardsByViewer,
  latestChoices,
  lockActiveVersion,
  momentsOf,
  outcomesBetween,
  type OutcomesRow,
  putIntoUse,
  readOutcomes,
  saveComparison,
  saveFit,
  saveOutcomes,
  listRankingStats,
} from './queries.ts'
import {
  type Choice,
  clipped,
  descend,
  fillScores,
  guessOf,
  LEAST_PRIORS,
  lossOf,
  priorOf,
  replayedWith,
  type Row,
  rowOf,
  slopeOf,
  startOf,
  undone,
  type Member,
  type Past,
  type FittedGroup,
  type FittedGroups,
  type GroupMoments,
} from './rules.ts'
import { days, later } from '../../../infra/clock.ts'
import { SYSTEM, unitOfWork } from '../../../work.ts'

const MOST_CHOICES = 200_000
const MOST_SCORES = 20_000
const AT_ONCE = 5000

/** Works in batches, so that the server can handle requests in between. */
async function inParts<T>(items: readonly T[], work: (part: readonly T[]) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE) {
    await work(items.slice(from, from + AT_ONCE))
    await setImmediate()
  }
}

async function readMembers(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  ids: readonly string[],
): Promise<Map<string, Member>> {
  const now = clock.now()
  const members = new Map<string, Member>()
  await inParts(ids, async (part) => {
    for (const { account_id: id, gave, got, shown, ...row } of await listRankingStats(db, now, part)) {
      const likes = { gaveLikes: row.gave_likes, gotLikes: row.got_likes }
      const groups = { group: defaultGroupOrder, genderGroup: groupsLabel(row.shown_to), ageFrom: row.age_from }
      members.set(id, { gave, got, shown, ...likes, ...groups })
    }
  })
  return members
}

async function readPast(context: Pick<Deps, 'db' | 'clock'>): Promise<Past> {
  const rows = await latestChoices(context.db, context.clock.now(), MOST_CHOICES)
  const members = await readMembers(context, [
    ...new Set(rows.flatMap(({ chooser_id, chosen_id }) => [chooser_id, chosen_id])),
  ])
  const choices = rows.map((row): Choice => ({
    chooser: row.chooser_id,
    chosen: row.chosen_id,
    likes: row.likes,
    score: null,
  }))
  undone(choices, (id) => members.get(id))
  return { choices, members }
}

async function addScores({ db }: Pick<Deps, 'db'>, choices: readonly Choice[]): Promise<Met[]> {
  const every = Math.ceil(choices.length / MOST_SCORES)
  const some = choices.filter((_, nth) => nth % every === 0)
  const [usual, compared] = await Promise.all([readUsualShare(db), readCompared(db)])
  const met: Met[] = []
  await inParts(some, async (part) => {
    const ids = [...new Set(part.flatMap(({ chooser, chosen }) => [chooser, chosen]))]
    const known = await knownOf(db, ids, compared)
    for (const choice of part) {
      const [one, other] = [known.get(choice.chooser), known.get(choice.chosen)]
      if (!one || !other) continue
      choice.score = scoreOf(one, other, usual)?.score ?? null
      const share = metOf(one, other)
      if (share !== null) met.push({ pair: [choice.chooser, choice.chosen], share })
    }
  })
  fillScores(choices, every)
  return met
}

// A fit on past swipes needs no database, so the simulation and the replay fit in the same way.

/** With fewer swipes, the current parameters stay in use. */
export const FEWEST_CHOICES = 1000
/** The weight, in swipes, that keeps a fit close to the parameters in use. */
const RIDGE = 10

const fitWeights = async (rows: readonly Row[], before: FittedGroup): Promise<FittedGroup> => ({
  ...before,
  ...clipped(await descend(rows, startOf(before), RIDGE, () => setImmediate())),
})

export const orderFrom = (fitted: FittedGroups): OrderOf => {
  return orderOfGroups(new Map(Object.entries(fitted).map(([group, each]) => [group, { ...each, meanShown: 1 }])))
}

/** A group learns from the swipes of every set of groups that includes it. */
const setsWith = (group: string) => [
  group,
  ...[3, 5, 6, 7].map(groupsLabel).filter((set) => set?.split('+').includes(group)),
]

/** Each group's training rows, from the swipes in a range. Keeps only the rows, because there are many. */
function rowsOf(past: Past, orderOf: OrderOf, from: number, until: number): Map<GroupOrder, Row[]> {
  const rows = new Map<GroupOrder, Row[]>()
  let left = until - from
  for (const example of examplesWith(past, orderOf, from)) {
    if (left-- === 0) break
    const { group } = example.one
    const own = rows.get(group)
    if (own) own.push(rowOf(example))
    else rows.set(group, [rowOf(example)])
  }
  return rows
}

type Part = { from: number; until: number; fewest: number }

/** Groups with fewer than `fewest` swipes keep their weights. */
async function fitPart(past: Past, before: FittedGroups, { from, until, fewest }: Part): Promise<FittedGroups> {
  const orderOf = orderFrom(before)
  const rows = rowsOf(past, orderOf, from, until)
  const fitted: FittedGroups = {}
  for (const [group, one] of Object.entries(before)) {
    const own = setsWith(group).flatMap((set) => rows.get(orderOf(set)) ?? [])
    fitted[group] = own.length < fewest ? one : await fitWeights(own, one)
  }
  return fitted
}

/** Least priors are tried on people with these numbers of known swipes. */
const KNOWN = [3, 8, 11]
/** More swipes would take too long for what they add. */
const MOST_TRIED = 20_000

/** The loss on the later half of the swipes if few swipes are known, with weights fitted on the earlier half. */
async function lossWith(past: Past, before: FittedGroups): Promise<number> {
  const until = heldOutOf(past).from
  const from = Math.max(0, until - 2 * MOST_TRIED)
  const middle = Math.floor((from + until) / 2)
  const orderOf = orderFrom(await fitPart(past, before, { from, until: middle, fewest: 0 }))
  const losses = KNOWN.flatMap((known) => {
    const examples = replayedWith(known, past.choices.slice(0, until), rankingStatsBefore(past, orderOf), middle)
    const guesses = Array.from(examples, guessOf)
    return guesses.length === 0 ? [] : [lossOf(guesses)]
  })
  return losses.reduce((sum, loss) => sum + loss, 0)
}

/**
 * Fits all but the latest swipes. Priors follow moments, but never weigh less than the limit that predicts best for
 * people with few swipes. Groups without enough swipes keep their weights.
 */
export async function fitGroups(
  past: Past,
  groups: readonly string[],
  moments: ReadonlyMap<string, GroupMoments>,
  inUse: OrderOf,
): Promise<FittedGroups> {
  const withLeast = (least: number): FittedGroups =>
    Object.fromEntries(
      groups.map((group) => {
        const { gives, gets, usual, weights } = inUse(group)
        const its = moments.get(group)
        const priors = its ? { gives: priorOf(its.gives, gives, least), gets: priorOf(its.gets, gets, least) } : {}
        return [group, { gives, gets, ...priors, usual, weights }]
      }),
    )
  let best = { loss: Infinity, before: withLeast(LEAST_PRIORS[0]) }
  for (const least of LEAST_PRIORS) {
    const before = withLeast(least)
    const loss = await lossWith(past, before)
    if (loss < best.loss) best = { loss, before }
  }
  return fitPart(past, best.before, { from: 0, until: heldOutOf(past).from, fewest: FEWEST_CHOICES })
}

export function compared(past: Past, fitted: FittedGroups, inUse: OrderOf) {
  const { from } = heldOutOf(past)
  const guessesWith = (orderOf: OrderOf) => Array.from(examplesWith(past, orderOf, from), guessOf)
  const guesses = guessesWith(orderFrom(fitted))
  return { loss: lossOf(guesses), lossInUse: lossOf(guessesWith(inUse)), calibration: slopeOf(guesses) }
}

const groups = ['woman', 'man', 'non-binary'] as const

/**
 * Runs every night. Fits the ranking parameters on the latest swipes. A fit is used if it does better on the latest
 * tenth of them than the one in use, unless an administrator has pinned a version. The usual share of scores is learned
 * from the same pairs, or from answer sheets until there are enough swipes.
 */
export async function fitOrder(context: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  const past = await readPast(context)
  const isEnough = past.choices.length >= FEWEST_CHOICES
  const met = isEnough ? await addScores(context, past.choices) : await readMetInSheets(context.db)
  await saveUsualShare(context.db, met)
  if (!isEnough) return
  const inUse = await readOrder(context.db)
  const moments = new Map((await momentsOf(context.db)).map((row) => [row.gender_group, row]))
  const fitted = await fitGroups(past, groups, moments, inUse)
  const { loss, lossInUse, calibration } = compared(past, fitted, inUse)
  await unitOfWork(context, SYSTEM, async ({ tx, now }) => {
    const { pinned } = await lockActiveVersion(tx)
    const adopted = loss < lossInUse && !pinned
    const stats = { loss, loss_in_use: lossInUse, calibration, choices: past.choices.length }
    const version = await saveFit(tx, { fitted_at: now, adopted, groups: fitted, ...stats })
    if (adopted) await putIntoUse(tx, version, false)
  })
  await measureEffects(context, past)
}

const SETTLED_AFTER = days(28)
/** Fewer matches aren't enough evidence, so the fit waits for more. */
const FEWEST_MATCHES = 1000
const MOST_MATCHES = 50_000

type Context = Pick<Deps, 'db' | 'clock' | 'log' | 'lastingKeys'>

/** Between -0.5 and 0.5, excluding both. */
const drawn = () => (randomInt(1, 2 ** 47) - 2 ** 46) / 2 ** 47

async function examplesOf(context: Context, rows: Awaited<ReturnType<typeof outcomesBetween>>) {
  const pairs = rows.map(({ a_id: chooser, b_id: chosen }) => ({ chooser, chosen, likes: true, score: null }))
  const [members, orderOf] = [
    await readMembers(context, [...new Set(rows.flatMap(({ a_id, b_id }) => [a_id, b_id]))]),
    await readOrder(context.db),
  ]
  await addScores(context, pairs)
  const statsOf = (id: string) => {
    const member = members.get(id)
    return member && { ...member, group: orderOf(member.genderGroup) }
  }
  return rows.flatMap((row, nth): OutcomeExample[] => {
    const [one, other] = [statsOf(row.a_id), statsOf(row.b_id)]
    return one && other ? [{ one, other, score: pairs[nth]?.score ?? null, outcome: outcomeOf(row) }] : []
  })
}

/** Fits only if enough matches have settled since the last fit. */
async function fit(context: Context, { counted_until: since, weights }: OutcomesRow): Promise<void> {
  const until = later(context.clock.now(), -SETTLED_AFTER)
  const rows = await outcomesBetween(context.db, since, until, MOST_MATCHES)
  if (rows.length < FEWEST_MATCHES) return
  const examples = await examplesOf(context, rows)
  const fitted = withPrivacyNoise(await exactWeights(examples, weights, () => setImmediate()), () => laplace(drawn()))
  await unitOfWork(context, SYSTEM, ({ tx, now }) =>
    saveOutcomes(tx, { weights: fitted, matches: rows.length, since, until, now }),
  )
}

/**
 * Runs every night while outcomes are on. Learns from the outcomes of matches, and compares viewers who get them with
 * the control group. While outcomes are off, no one's answers are read.
 */
export async function fitOutcomes(context: Context): Promise<void> {
  const before = await readOutcomes(context.db)
  if (!before.is_on) return
  await fit(context, before)
  const { compared_from: since } = await readOutcomes(context.db)
  if (!since) return
  const cards = await cardsByViewer(context.db, since, context.clock.now())
  const comparison = comparisonOf(cards, (viewer) => isHeldOut(context.lastingKeys, viewer))
  await unitOfWork(context, SYSTEM, ({ tx }) => saveComparison(tx, comparison, since))
}
