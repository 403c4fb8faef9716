import { startOfDay } from '../../infra/clock.ts'
import { sql } from 'kysely'
import { ApiError, type Action, type Allowance, type LikeNote, type NewMatch } from '@kindred/contract'
import { prompts } from '@kindred/contract/profiles/suggestions'
import type { Deps } from '../../deps.ts'
import type { Answering } from '../../http/caller.ts'
import type { Viewer } from '../../http/session.ts'
import { retryOnConflict } from '../../infra/db/db.ts'
import { first } from '../../infra/first.ts'
import { announce, type Notice, type Recorded } from '../delivery/index.ts'
import { peopleById, assertComplete } from '../discovery/index.ts'
import { limitOf, noneLeft, toAllowance } from './allowance.ts'
import { allowanceFor, type DailyUse, superlikeTopic } from './rules.ts'

type ChoiceInput = {
  userId: string
  action: Action
  note?: string | undefined
  noteOn?: string | undefined
  noteOnPhoto?: string | undefined
}
type ChoiceAnswer = { match: NewMatch | null; allowance: Allowance }

type ChoiceOutcome = DailyUse & {
  outcome: 'chosen' | 'repeated' | 'unreachable' | 'exhausted'
  match_id: string | null
  matched_at: Date | null
  their_like: LikeNote | null
} & Recorded

const noSuchPerson = () => new ApiError('not_found', 'We couldn’t find this person.')

/**
 * The same swipe again changes nothing, costs nothing and gets the same answer. Everything that follows from a swipe is
 * one statement, which is its own transaction (choose.sql), because this is the most frequent call.
 */
export async function choose(context: Deps & Answering, viewer: Viewer, input: ChoiceInput): Promise<ChoiceAnswer> {
  const { id } = viewer.account
  const { userId, action } = input
  // No one reads a note on a pass, and it would remain after the person is erased.
  const { note = null, noteOn = null, noteOnPhoto = null } = action === 'pass' ? {} : input
  assertComplete(viewer)
  if (userId === id) throw new ApiError('conflict', 'You can’t like your own profile.')
  const now = context.clock.now()
  const kind = allowanceFor(action)
  const { within, dayEnds } = limitOf(viewer, kind, now)
  const notice = likeNotice(viewer, input, now)
  const choosing = sql<ChoiceOutcome>`
    select * from matching_choose(${id}, ${userId}, ${action}, ${note},
      ${noteOn === null ? null : prompts.keyOf(noteOn)}, ${noteOnPhoto}, ${now}, ${kind}, ${within}, ${dayEnds},
      ${notice && JSON.stringify(notice)})`
  const saved = first((await retryOnConflict(() => choosing.execute(context.db))).rows)
  if (saved.outcome === 'unreachable') throw noSuchPerson()
  if (kind && saved.outcome === 'exhausted') throw noneLeft(kind, saved, now)
  announce(context, saved)
  const allowance = toAllowance(viewer, saved, now)
  const { match_id: matchId, matched_at: matchedAt } = saved
  if (!matchId || !matchedAt) return { match: null, allowance }
  if (saved.outcome === 'chosen') context.bus.toAccounts([id, userId], { type: 'match.made', matchId })
  const user = (await peopleById(context, { viewer, matched: true }, [userId])).get(userId)
  if (!user) throw noSuchPerson()
  return { match: { _id: matchId, user, createdAt: matchedAt.toISOString(), theirLike: saved.their_like }, allowance }
}

/**
 * A super like names its sender. A like is announced immediately only to members with premium, who see who likes them
 * anyway; others get a daily count (send-likes-digest.ts).
 */
function likeNotice({ account: { id, first_name: name } }: Viewer, { userId: to, action }: ChoiceInput, now: Date) {
  const notices: Record<Action, Notice | null> = {
    superlike: { to, about: id, kind: 'superlike', topic: superlikeTopic(id), details: { name } },
    like: { to, kind: 'like', topic: 'like', details: {}, at: startOfDay(now), premiumOnly: true },
    pass: null,
  }
  return notices[action]
}
