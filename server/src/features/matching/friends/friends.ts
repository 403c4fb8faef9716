import { ApiError, type FriendAction, type NewMatch } from '@kindred/contract'
import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { announce, type Recorded } from '../../delivery/index.ts'
import { assertComplete, leaveFriends, noSuchPerson, notAmongFriends } from '../../discovery/index.ts'
import { yourTurnLimitOf } from '../../operations/index.ts'
import { alreadyMatched, likesADay, newMatch, noneLeft, yourTurn } from '../likes.ts'
import { haveMatch, lockPair } from '../queries.ts'
import { PARKED_AFTER } from '../rules.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { later } from '../../../infra/clock.ts'
import { retryOnConflict } from '../../../infra/db/db.ts'
import { first } from '../../../infra/first.ts'
import { nextMidnight } from '../../../infra/zones.ts'
import { asMember, unitOfWork } from '../../../work.ts'

type Outcome = {
  outcome: 'absent' | 'chosen' | 'repeated' | 'unreachable' | 'waiting' | 'exhausted'
  likes: number
  resets_at: Date
  match_id: string | null
  matched_at: Date | null
  for_friends: boolean | null
} & Recorded

type Answer = { match: NewMatch | null; likes: number | null; resetsAt: string }

/** A day has as many likes here as in dating without Premium, counted apart. */
export async function chooseFriend(
  context: Deps & Answering,
  viewer: Viewer,
  { userId, action }: { userId: string; action: FriendAction },
): Promise<Answer> {
  const { id, time_zone: zone } = assertComplete(viewer).account
  if (userId === id) throw new ApiError('conflict', 'You can’t like your own profile.')
  const now = context.clock.now()
  const [most, mostWaiting] = [await likesADay(context), action === 'pass' ? null : await yourTurnLimitOf(context)]
  const choosing = sql<Outcome>`
    select * from matching_choose_friend(${id}, ${userId}, ${action}, ${now}, ${most}, ${nextMidnight(zone, now)},
      ${mostWaiting}, ${later(now, -PARKED_AFTER)})`
  const saved = first((await retryOnConflict(() => choosing.execute(context.db))).rows)
  if (saved.outcome === 'absent') throw notAmongFriends()
  if (saved.outcome === 'unreachable') throw noSuchPerson()
  if (mostWaiting && saved.outcome === 'waiting') throw yourTurn(mostWaiting)
  if (saved.outcome === 'exhausted') throw noneLeft('likes', saved, now)
  announce(context, saved)
  const left = {
    likes: most === null ? null : Math.max(0, most - saved.likes),
    resetsAt: saved.resets_at.toISOString(),
  }
  const { match_id: matchId, matched_at: at } = saved
  if (!matchId || !at) return { match: null, ...left }
  if (saved.outcome === 'chosen') context.bus.toAccounts([id, userId], { type: 'match.made', matchId })
  const made = { id: matchId, userId, at, theirLike: null, areFriends: saved.for_friends === true }
  return { match: await newMatch(context, viewer, made), ...left }
}

/** Undo is free, but a like stays used, so that no one can find out at no cost who likes them. */
export async function undoFriendChoice(
  context: Deps,
  viewer: Viewer,
): Promise<{ undone: { userId: string; action: FriendAction } }> {
  const { id } = assertComplete(viewer).account
  return unitOfWork(context, asMember(id), async ({ tx }) => {
    const last = await tx
      .selectFrom('friend_choices')
      .select('chosen_id')
      .where('chooser_id', '=', id)
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!last) throw new ApiError('not_found', 'Nothing to undo.')
    const userId = last.chosen_id
    await lockPair(tx, id, userId)
    if (await haveMatch(tx, id, userId)) throw alreadyMatched()
    const undone = await tx
      .deleteFrom('friend_choices')
      .where('chooser_id', '=', id)
      .where('chosen_id', '=', userId)
      .returning('action')
      .executeTakeFirst()
    if (!undone) throw new ApiError('not_found', 'Nothing to undo.')
    // A check constraint allows only these two.
    return { undone: { userId, action: undone.action as FriendAction } }
  })
}

/** Matches stay. Others' likes stay theirs, and have no effect until the member likes them again. */
export async function stopLooking(context: Deps, { account }: Viewer): Promise<void> {
  await unitOfWork(context, asMember(account.id), async ({ tx }) => {
    await leaveFriends(tx, account.id)
    await tx.deleteFrom('friend_choices').where('chooser_id', '=', account.id).execute()
  })
}
