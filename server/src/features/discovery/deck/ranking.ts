import { createHmac, hash } from 'node:crypto'
import { invalidField, message, type MessageDescriptor, type OrderReason } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { type Comparisons, comparisonsOf } from '../compatibility/compatibility.ts'
import type { OutcomeWeights } from './outcomes.ts'
import { type CandidateRow, currentOrder, type OrderOf, rankFacts, type RankingStatsRow } from './queries.ts'
import {
  activityOf,
  type Candidate,
  capInactive,
  chance,
  contenders,
  isAwayWith,
  likerRank,
  marginals,
  mayTakeLikerSlot,
  parameters,
  poolFor,
  rank,
  type Viewer as RankedViewer,
  type RankingStats,
  turnOf,
} from './rules.ts'
import { today, viewerCriteria, type ViewerCriteria } from '../eligibility/eligibility.ts'
import { groupsLabel } from '../eligibility/rules.ts'
import { assertReached } from '../people/people.ts'
import { canReach } from '../people/reachable-person.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { days } from '../../../infra/clock.ts'
import { type Keys, seal, signingKey } from '../../../infra/keys.ts'
import { write } from '../../../infra/language/write.ts'
import type { LastingKeys } from '../../../infra/lasting-keys.ts'

// A deck is composed in pages of 20, whatever size is requested, so that a position reveals nothing and people keep
// their ranking. The cursor contains the people served on earlier pages and the rest of the current page.

export type Slot = { id: string; boosted: boolean }

type DeckCursor = {
  /** Prefixes of the served IDs, which are enough to exclude them. */
  served: readonly string[]
  /** The rest of the page that the last request began. */
  rest: readonly Slot[]
}

const SHORT = 12
const SLOT_BYTES = 17
const ID = /(.{8})(.{4})(.{4})(.{4})(.{12})/

export const short = (id: string): string => id.replaceAll('-', '').slice(0, SHORT)

export function writeCursor({ served, rest }: DeckCursor): string {
  const slots = rest.map(({ id, boosted }) => (boosted ? '01' : '00') + id.replaceAll('-', ''))
  const count = rest.length.toString(16).padStart(2, '0')
  return Buffer.from([count, ...slots, ...served].join(''), 'hex').toString('base64url')
}

const SHORT_BYTES = SHORT / 2

/**
 * Refuses what `writeCursor` can't have written. Clients can still forge a cursor, so the rest of the page is checked
 * again before anyone is shown.
 */
export function readCursor(cursor: string | undefined): DeckCursor {
  if (cursor === undefined) return { served: [], rest: [] }
  const bytes = Buffer.from(cursor, 'base64url')
  const count = bytes[0]
  const left = bytes.length - 1 - (count ?? 0) * SLOT_BYTES
  if (count === undefined || left < 0 || left % SHORT_BYTES !== 0 || bytes.toString('base64url') !== cursor)
    throw invalidField('cursor', message('This page doesn’t exist. Please start from the first one.'))
  const rest = Array.from({ length: count }, (_, nth): Slot => {
    const from = 1 + nth * SLOT_BYTES
    const hex = bytes.subarray(from + 1, from + SLOT_BYTES).toString('hex')
    return { id: hex.replace(ID, '$1-$2-$3-$4-$5'), boosted: bytes[from] === 1 }
  })
  const served = bytes.subarray(1 + count * SLOT_BYTES).toString('hex')
  return { served: served.match(/.{12}/g) ?? [], rest }
}

/** The ranking data of a viewer and of a person in the viewer's deck, as far as the viewer may know it. */
type Position = {
  viewer: RankingStats
  /** The person's stats, without their own swipe on the viewer. */
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

const usually = ({ group }: RankingStats) => 1 / (1 + Math.exp(-group.usual))

function orderReasons(position: Position): OrderReason['kind'][] {
  const { viewer, person, daysHere, isNear, showsActivity, lessExposed } = position
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

const toRankingStats = (row: RankingStatsRow | null, orderOf: OrderOf): RankingStats => ({
  gaveLikes: row?.gave_likes ?? 0,
  gave: row?.gave ?? 0,
  gotLikes: row?.got_likes ?? 0,
  got: row?.got ?? 0,
  shown: row?.shown ?? 0,
  group: orderOf(groupsLabel(row?.shown_to ?? null)),
})

const toCandidate = (row: CandidateRow, { orderOf, now, turn: turnFor }: RankingContext): Candidate => {
  const stats = toRankingStats(row, orderOf)
  const activity = activityOf(row.last_active_at, row.show_last_active, now)
  const [isAway, turn] = [isAwayWith(activity), turnFor(row.account_id)]
  const candidate = { ...stats, id: row.account_id, activity, isAway, turn, compatibility: null }
  return row.less_exposed ? watched(candidate) : candidate
}

/** People with an open report by a monitoring rule count less, and low exposure doesn't raise them. */
const watched = (candidate: Candidate): Candidate => ({
  ...candidate,
  activity: candidate.activity * parameters.lessExposed,
  shown: Math.max(candidate.shown, candidate.group.meanShown, 1),
})

type RankingContext = {
  stats: RankingStatsRow | null
  orderOf: OrderOf
  outcomes: OutcomeWeights | null
  turn: (candidate: string) => number
  now: Date
  served: ReadonlySet<string>
}
const viewerOf = ({ stats, orderOf, outcomes }: RankingContext): RankedViewer => ({
  ...toRankingStats(stats, orderOf),
  outcomes,
})

type Ranked = { id: string; isAway: boolean; rank: number }

const bestFirst = (ranked: readonly Ranked[]): Ranked[] =>
  ranked.toSorted((a, b) => b.rank - a.rank || (a.id < b.id ? -1 : 1))

/** Scores are computed only for candidates who can be among the best. */
export async function rankCandidates(
  rows: readonly CandidateRow[],
  field: RankingContext,
  comparisons: Comparisons,
  count: number,
): Promise<string[]> {
  const { served } = field
  const me = viewerOf(field)
  const candidates = rows
    .slice(0, poolFor(me) + served.size)
    .filter(({ account_id }) => !served.has(short(account_id)))
    .map((row) => toCandidate(row, field))
  const best = contenders(me, candidates, count)
  const scores = await comparisons.scores(best.map(({ id }) => id))
  const ranked = best.map(({ id, ...each }) => ({
    id,
    isAway: each.isAway,
    rank: rank(me, { id, ...each }, scores.get(id) ?? null),
  }))
  return capInactive(bestFirst(ranked), count).map(({ id }) => id)
}

export function rankLikers(rows: readonly CandidateRow[], field: RankingContext): string[] {
  const { served } = field
  const me = viewerOf(field)
  const waiting = rows.filter(({ account_id }) => !served.has(short(account_id)))
  return bestFirst(
    waiting
      .map((row) => toCandidate(row, field))
      .filter(mayTakeLikerSlot)
      .map((each) => ({ id: each.id, isAway: each.isAway, rank: likerRank(me, each) })),
  ).map(({ id }) => id)
}

const texts = (): Record<OrderReason['kind'], MessageDescriptor> => ({
  preferences: message('You fit what they’re looking for, and they fit what you’re looking for.'),
  new: message('They’re new here.'),
  turn: message('Only a few people have seen them lately, and everyone gets a turn.'),
  near: message('They’re in your area.'),
  active: message('They were active in the last few days.'),
  likely: message('You two are more likely than most to like each other.'),
  liked: message('They get a lot of likes.'),
  agree: message('You agree on a lot of what you both answered.'),
})

/**
 * Reads ranking data without what the viewer mustn't find out: the person's own swipe on the viewer, and how often
 * others like the viewer.
 */
async function readPosition(
  context: Deps & Answering,
  viewer: Viewer,
  criteria: ViewerCriteria,
  id: string,
): Promise<Position | undefined> {
  const [facts, orderOf, scores] = await Promise.all([
    rankFacts(context.db, criteria, today(context), id),
    currentOrder(context),
    comparisonsOf(context, criteria.id).scores([id]),
  ])
  if (!facts) return undefined
  const { person, show_last_active: shows } = facts
  const without = {
    ...person,
    gave: Math.max(0, person.gave - facts.own_choices),
    gave_likes: Math.max(0, person.gave_likes - facts.own_likes),
  }
  return {
    viewer: toRankingStats({ ...facts.viewer, got: 0, got_likes: 0, shown: 0 }, orderOf),
    person: {
      ...toRankingStats(without, orderOf),
      id,
      activity: activityOf(facts.last_active_at, shows, criteria.now),
      compatibility: scores.get(id) ?? null,
    },
    daysHere: (criteria.now.getTime() - facts.joined_at.getTime()) / days(1),
    isNear: facts.is_near && !facts.hide_distance && !criteria.hidesDistance,
    showsActivity: shows && viewer.account.show_last_active,
    lessExposed: facts.less_exposed,
  }
}

/** The explanation is the same whether or not the person likes the viewer. */
export async function explainRank(context: Deps & Answering, viewer: Viewer, id: string): Promise<OrderReason[]> {
  const criteria = await viewerCriteria(context, viewer)
  await assertReached(context, viewer, id, await canReach(context, criteria.id, id))
  const position = await readPosition(context, viewer, criteria, id)
  if (!position) return []
  const words = texts()
  return orderReasons(position).map((kind) => ({ kind, text: write(context.caller.language, words[kind]) }))
}

/** One viewer in ten never gets the learned outcomes, as a control group for the others. */
const SHARE = 0.1

/**
 * A server key assigns viewers to the control group for years. The assignment isn't stored or returned anywhere, so
 * neither members nor staff can tell who is in it.
 */
export const isHeldOut = (lastingKeys: LastingKeys, viewer: string): boolean =>
  createHmac('sha256', lastingKeys.holdout).update(viewer).digest().readUInt32BE() < SHARE * 2 ** 32

export const secretSeed = (keys: Keys, ...parts: string[]): string =>
  seal(signingKey(keys, 'deck'), ...parts).toString('base64url')

/**
 * The turn of each of the viewer's candidates. It depends on a secret, because people who already like the viewer get
 * their slots on any turn: a client that knew the turns could guess who they are.
 */
export function turnsFor(keys: Keys, viewer: string): (candidate: string) => number {
  const secret = secretSeed(keys, 'turns')
  return (candidate) => turnOf(viewer, candidate, (pair) => hash('sha256', secret + pair, 'buffer').readUInt8() / 256)
}
