import {
  type Action,
  type Allowance,
  ApiError,
  type CardAction,
  type Liked,
  type LikeNote,
  message,
  type MessageDescriptor,
  type NewMatch,
} from '@kindred/contract'
import { prompts } from '@kindred/contract/profiles/suggestions'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { announce, type Notice, type Recorded, recordLikeCounts } from '../delivery/index.ts'
import { assertComplete, listedPeople, noSuchPerson, peopleById, SET_ASIDE_FOR } from '../discovery/index.ts'
import {
  countLikes,
  deleteChoice,
  deleteSetAside,
  findShownLikes,
  givenLikes,
  haveMatch,
  lastChoice,
  lastSetAside,
  likedBetween,
  type LikeRow,
  lockPair,
  markSeen,
  type NewlyShown,
  readChoice,
  receivedLikes,
  saveAnnounced,
  saveShownLikes,
  spend,
  withoutPremium,
} from './queries.ts'
import {
  allowanceFor,
  type AllowanceKind,
  bucketOf,
  dailyLimits,
  type DailyUse,
  likeCount,
  nextBucket,
  PARKED_AFTER,
  superlikeTopic,
} from './rules.ts'
import { assertAgeProven, houseOf, yourTurnLimitOf } from '../operations/index.ts'
import { assertTextNotHidden } from '../profiles/index.ts'
import type { Answering } from '../../http/caller.ts'
import { isPremium, type Viewer } from '../../http/session.ts'
import { days, later, startOfDay } from '../../infra/clock.ts'
import { retryOnConflict } from '../../infra/db/db.ts'
import { first } from '../../infra/first.ts'
import { inBatches } from '../../infra/in-turns.ts'
import { forEachSeparately, pagesById } from '../../infra/jobs.ts'
import { write } from '../../infra/language/write.ts'
import { nextMidnight } from '../../infra/zones.ts'
import { asMember, SYSTEM, unitOfWork, type Work } from '../../work.ts'

type Limits = Record<AllowanceKind, number | null>

async function limitsOf(
  context: Pick<Deps, 'config' | 'db' | 'memory'>,
  { account }: Viewer,
  now: Date,
): Promise<Limits> {
  if (isPremium(account, now)) return dailyLimits.premium
  return { ...dailyLimits.free, likes: await likesADay(context) }
}

function toAllowance(limits: Limits, used: DailyUse): Allowance {
  const left = (limit: number | null, spent: number) => (limit === null ? null : Math.max(0, limit - spent))
  return {
    likes: left(limits.likes, used.likes),
    superlikes: left(limits.superlikes, used.superlikes) ?? 0,
    undos: left(limits.undos, used.undos),
    resetsAt: used.resets_at.toISOString(),
  }
}

export async function getAllowance(context: Deps, viewer: Viewer): Promise<Allowance> {
  const now = context.clock.now()
  const limits = await limitsOf(context, viewer, now)
  const nothing = { accountId: viewer.account.id, now, ...limitOf(limits, viewer, null, now) }
  return toAllowance(limits, await spend(context.db, nothing))
}

export const likesADay = async (context: Pick<Deps, 'config' | 'db' | 'memory'>): Promise<number | null> => {
  const { dailyLikes = dailyLimits.free.likes } = await houseOf(context)
  return dailyLikes === 'unlimited' ? null : dailyLikes
}

const limitOf = (limits: Limits, viewer: Viewer, kind: AllowanceKind | null, now: Date) => ({
  kind,
  within: kind && limits[kind],
  dayEnds: nextMidnight(viewer.account.time_zone, now),
})

const exhausted: Record<AllowanceKind, MessageDescriptor> = {
  likes: message('No likes left today.'),
  superlikes: message('No super likes left today.'),
  undos: message('You’ve already used today’s undo.'),
}

export const noneLeft = (kind: AllowanceKind, { resets_at }: Pick<DailyUse, 'resets_at'>, now: Date): ApiError =>
  new ApiError('rate_limited', exhausted[kind], {
    retryAfter: Math.ceil((resets_at.getTime() - now.getTime()) / 1000),
  })

async function spendUndo({ tx, now }: Work, viewer: Viewer, limits: Limits): Promise<DailyUse> {
  const kind = 'undos'
  const used = await spend(tx, { accountId: viewer.account.id, now, ...limitOf(limits, viewer, kind, now), kind })
  if (!used.spent) throw noneLeft(kind, used, now)
  return used
}

type ChoiceInput = {
  userId: string
  action: Action
  note?: string | undefined
  noteOn?: string | undefined
  noteOnPhoto?: string | undefined
}
type ChoiceAnswer = { match: NewMatch | null; allowance: Allowance }

type ChoiceOutcome = DailyUse & {
  outcome: 'chosen' | 'repeated' | 'unreachable' | 'waiting' | 'exhausted'
  match_id: string | null
  matched_at: Date | null
  their_like: LikeNote | null
  for_friends: boolean | null
} & Recorded

/** Likes are paused for everyone, premium or not, so that the people who wrote get an answer. */
export const yourTurn = (conversations: number) =>
  new ApiError(
    'your_turn',
    message(
      '{conversations, plural, one {# conversation is waiting for your reply. Reply or close it kindly to like more people.} other {# conversations are waiting for your reply. Reply to one or close it kindly to like more people.}}',
      { conversations },
    ),
  )

/**
 * Repeating a swipe changes nothing, costs nothing and returns the same result. Swipes are the most frequent request,
 * so a single statement does everything and is its own transaction (choose.sql).
 */
export async function choose(context: Deps & Answering, viewer: Viewer, input: ChoiceInput): Promise<ChoiceAnswer> {
  const { id } = viewer.account
  const { userId, action } = input
  // No one reads a note on a pass, and it would remain after the person is erased.
  const { note = null, noteOn = null, noteOnPhoto = null } = action === 'pass' ? {} : input
  assertComplete(viewer)
  if (userId === id) throw new ApiError('conflict', 'You can’t like your own profile.')
  if (note !== null) {
    await assertAgeProven(context, viewer.account)
    await assertTextNotHidden(context.db, id, note, 'note')
  }
  const now = context.clock.now()
  const kind = allowanceFor(action)
  const limits = await limitsOf(context, viewer, now)
  const { within, dayEnds } = limitOf(limits, viewer, kind, now)
  const mostWaiting = action === 'pass' ? null : await yourTurnLimitOf(context)
  const notice = likeNotice(viewer, input, now)
  const choosing = sql<ChoiceOutcome>`
    select * from matching_choose(${id}, ${userId}, ${action}, ${note},
      ${noteOn === null ? null : prompts.keyOf(noteOn)}, ${noteOnPhoto}, ${now}, ${kind}, ${within}, ${dayEnds},
      ${mostWaiting}, ${later(now, -PARKED_AFTER)}, ${notice && JSON.stringify(notice)})`
  const saved = first((await retryOnConflict(() => choosing.execute(context.db))).rows)
  if (saved.outcome === 'unreachable') throw noSuchPerson()
  if (mostWaiting && saved.outcome === 'waiting') throw yourTurn(mostWaiting)
  if (kind && saved.outcome === 'exhausted') throw noneLeft(kind, saved, now)
  announce(context, saved)
  const allowance = toAllowance(limits, saved)
  const { match_id: matchId, matched_at: matchedAt } = saved
  if (!matchId || !matchedAt) return { match: null, allowance }
  if (saved.outcome === 'chosen') context.bus.toAccounts([id, userId], { type: 'match.made', matchId })
  const made = {
    id: matchId,
    userId,
    at: matchedAt,
    theirLike: saved.their_like,
    areFriends: saved.for_friends === true,
  }
  return { match: await newMatch(context, viewer, made), allowance }
}

type Made = { id: string; userId: string; at: Date; theirLike: LikeNote | null; areFriends: boolean }

export async function newMatch(
  context: Deps & Answering,
  viewer: Viewer,
  { id, userId, at, theirLike, areFriends }: Made,
): Promise<NewMatch> {
  const friends = new Set(areFriends ? [userId] : [])
  const user = (await peopleById(context, { viewer, matched: true, friends }, [userId])).get(userId)
  if (!user) throw noSuchPerson()
  return { _id: id, user, createdAt: at.toISOString(), theirLike, ...(areFriends ? { kind: 'friends' } : {}) }
}

/**
 * A super like names its sender. A like is announced immediately only to members with premium, who see who likes them
 * anyway; others get a daily count (below).
 */
function likeNotice({ account: { id, first_name: name } }: Viewer, { userId: to, action }: ChoiceInput, now: Date) {
  const notices: Record<Action, Notice | null> = {
    superlike: { to, about: id, kind: 'superlike', topic: superlikeTopic(id), details: { name } },
    like: { to, kind: 'like', topic: 'like', details: {}, at: startOfDay(now), premiumOnly: true },
    pass: null,
  }
  return notices[action]
}

const KEPT_FOR = days(365)
const AT_ONCE = 5000

/** Runs each night. Deletes passes after a year, so that people may meet again and the table doesn't grow forever. */
export async function forgetPasses({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = later(clock.now(), -KEPT_FOR)
  for (const table of [sql.table('choices'), sql.table('friend_choices')])
    // Works in batches, so that concurrent swipes don't wait for long. The conditions are repeated outside, because only
    // those are checked again for a pass that a like has replaced in the meantime.
    await inBatches(async () => {
      const { numAffectedRows } = await sql`
        delete from ${table} where at < ${before} and action = 'pass' and (chooser_id, chosen_id) in (
          select chooser_id, chosen_id from ${table} where at < ${before} and action = 'pass' limit ${AT_ONCE})`.execute(
        db,
      )
      return Number(numAffectedRows) === AT_ONCE
    })
}

type Shown = { id: string; likes: number; announced: number }

/**
 * The number of people who like these members, as a bucket that is renewed once a day, at each member's own hour
 * (likesRenewedAt). The first request after that hour renews it.
 */
async function renewLikes({ db, clock }: Pick<Deps, 'db' | 'clock'>, ids: readonly string[]): Promise<Shown[]> {
  const now = clock.now()
  const before = await findShownLikes(db, ids, now)
  const due = before.filter(({ likes, at, renewed_at }) => likes === null || at === null || at < renewed_at)
  const shown = new Map(before.map(({ id, likes }) => [id, bucketOf(likes ?? 0)]))
  if (due.length > 0) {
    const wereShown = new Map(due.map(({ id, likes }) => [id, likes === null ? null : bucketOf(likes)]))
    const counted = await countLikes(
      db,
      due.map(({ id }) => id),
      now,
    )
    const renewed = counted.map(({ id, renewed_at, likers, others, waiting }): NewlyShown => {
      const was = wereShown.get(id) ?? null
      const next = nextBucket(was, others, waiting)
      return next === null ? { id, renewed_at, likes: was ?? 0, likers: null } : { id, renewed_at, likes: next, likers }
    })
    await saveShownLikes(db, renewed)
    for (const { id, likes } of renewed) shown.set(id, likes)
  }
  return before.map(({ id, announced }) => ({ id, likes: shown.get(id) ?? 0, announced: announced ?? 0 }))
}

const MOST_LIKES = 200

/** Placeholders for photos. They are the same for everyone, so they reveal nothing about anyone. */
const tiles = [1, 2, 3, 4, 5, 6].map((nth) => ({ _id: `tile-${nth}`, url: `/tiles/${nth}.svg` }))

/** Without premium, members see a minimum number, tiles, and the senders of super likes. */
export async function listLikes(context: Deps & Answering, viewer: Viewer) {
  assertComplete(viewer)
  const hasPremium = isPremium(viewer.account, context.clock.now())
  const { id } = viewer.account
  const rows = await receivedLikes(context.upToDate, id, MOST_LIKES, hasPremium ? null : 'superlike')
  const unseen = rows.flatMap((row) => (row.seen ? [] : [row.id]))
  if (unseen.length > 0) await markSeen(context.db, id, unseen)
  const superlikes = rows.filter(({ action }) => action === 'superlike')
  return {
    ...(hasPremium ? exactly(rows.length) : await atLeast(context, id)),
    people: hasPremium ? await withPeople(context, viewer, rows) : null,
    blurred: hasPremium ? [] : tiles,
    superlikes: await withPeople(context, viewer, superlikes),
  }
}

const exactly = (likes: number) => ({ count: likes, countText: String(likes) })

async function atLeast(context: Deps & Answering, id: string) {
  const likes = (await renewLikes(context, [id]))[0]?.likes ?? 0
  return likes === 0
    ? { count: null, countText: write(context.caller.language, message('fewer than five')) }
    : { count: likes, countText: `${likes}+` }
}

export const listGivenLikes = async (context: Deps & Answering, viewer: Viewer): Promise<Liked[]> =>
  withPeople(context, viewer, await givenLikes(context.upToDate, viewer.account.id, MOST_LIKES))

async function withPeople(context: Deps & Answering, viewer: Viewer, rows: LikeRow[]): Promise<Liked[]> {
  const people = await listedPeople(
    context,
    viewer,
    rows.map(({ id }) => id),
  )
  const byId = new Map(people.map((user) => [user._id, user]))
  return rows.flatMap((row) => {
    const user = byId.get(row.id)
    return user ? [toLiked(row, user)] : []
  })
}

const toLiked = ({ action, note, note_on, note_on_photo, at }: LikeRow, user: Liked['user']): Liked => ({
  user,
  action,
  note,
  noteOn: note_on,
  noteOnPhoto: note_on_photo,
  at: startOfDay(at).toISOString(),
})

const PAGE_SIZE = 1000

/**
 * Runs each night. Members without premium are notified that more people like them, once their bucket has risen. If
 * each like were announced, or each day with one, members could guess that it came from a person they just saw.
 */
export async function sendLikesDigest(context: Deps): Promise<void> {
  const { db, clock } = context
  const now = clock.now()
  const today = startOfDay(now)
  // A like counts from the member's next renewal, within a day, and is announced the night after.
  const pages = pagesById((after) => likedBetween(db, later(now, -days(2)), now, after, PAGE_SIZE))
  await forEachSeparately(pages, async (liked) => {
    const shown = await renewLikes(context, await withoutPremium(db, liked, now))
    await unitOfWork(context, SYSTEM, async (work) => {
      await saveAnnounced(work.tx, shown)
      await recordLikeCounts(
        work,
        shown.filter(({ likes, announced }) => likes > announced),
        today,
      )
    })
  })
}

export const alreadyMatched = () => new ApiError('conflict', 'You’ve already matched, so this can’t be undone.')

type UndoResult = { undone: { userId: string; action: CardAction }; allowance: Allowance }

/**
 * Also withdraws the other person's notification. A swipe that led to a match can't be undone; the match has to be
 * ended. Bringing back someone who was set aside costs no undo, because the list of such people costs none either.
 */
export async function undoChoice(context: Deps, viewer: Viewer): Promise<UndoResult> {
  const { id } = viewer.account
  assertComplete(viewer)
  const limits = await limitsOf(context, viewer, context.clock.now())
  return unitOfWork(context, asMember(id), async (work) => {
    const last = await lastChoice(work.tx, id)
    const aside = await lastSetAside(work.tx, id, later(work.now, -SET_ASIDE_FOR))
    if (aside && (!last || aside.at > last.at)) {
      await deleteSetAside(work.tx, id, aside.person_id)
      const nothing = { accountId: id, now: work.now, ...limitOf(limits, viewer, null, work.now) }
      const undone = { userId: aside.person_id, action: 'later' as const }
      return { undone, allowance: toAllowance(limits, await spend(work.tx, nothing)) }
    }
    if (!last) throw new ApiError('not_found', 'Nothing to undo.')
    await lockPair(work.tx, id, last.chosen_id)
    const mine = await readChoice(work.tx, id, last.chosen_id)
    if (mine === null) throw new ApiError('not_found', 'Nothing to undo.')
    if (await haveMatch(work.tx, id, last.chosen_id)) throw alreadyMatched()
    const used = await spendUndo(work, viewer, limits)
    await deleteChoice(work.tx, { chooser: id, chosen: last.chosen_id, likes: likeCount(mine), now: work.now })
    if (mine !== 'pass') await sql`select matching_withdraw_like(${last.chosen_id}, ${id})`.execute(work.tx)
    return { undone: { userId: last.chosen_id, action: mine }, allowance: toAllowance(limits, used) }
  })
}
