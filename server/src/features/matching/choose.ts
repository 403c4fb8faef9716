import { ApiError, type Action, type Allowance, type NewMatch } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../http/session.ts'
import { asMember, unitOfWork, type Work } from '../../work.ts'
import { type Notice, record } from '../delivery/index.ts'
import {
  viewerCriteria,
  peopleById,
  type ReachablePerson,
  reachablePerson,
  toPerson,
  type ViewerCriteria,
} from '../discovery/index.ts'
import { spendAllowance, toAllowance } from './allowance.ts'
import { lockPair, type Pair, readPair, saveChoice, type SavedMatch, saveMatch } from './choices.sql.ts'
import { allowanceFor, likeCount, startOfDay } from './rules.ts'

type ChoiceInput = { userId: string; action: Action; note?: string | undefined; noteOn?: string | undefined }
/** `chosen` is missing when a choice is repeated, which doesn't read the person. */
type Outcome = { match: SavedMatch | null; chosen?: ReachablePerson; allowance: Allowance }

/** Likes or passes one person. The same choice again changes nothing, costs nothing and gets the same answer. */
export async function choose(
  context: Deps,
  viewer: Viewer,
  input: ChoiceInput,
): Promise<{ match: NewMatch | null; allowance: Allowance }> {
  const { id } = viewer.account
  const { userId, action } = input
  const criteria = viewerCriteria(context, viewer)
  if (userId === id) throw new ApiError('conflict', 'This is you.')
  const { match, chosen, allowance } = await unitOfWork(context, asMember(id), async (work) => {
    await lockPair(work.tx, id, userId)
    const pair = await readPair(work.tx, id, userId)
    return pair.mine === action ? repeatedChoice(work, viewer, pair) : newChoice(work, viewer, criteria, input, pair)
  })
  if (!match) return { match, allowance }
  const looker = { viewer, matched: true }
  const user = chosen
    ? toPerson(context, looker, chosen.row)
    : (await peopleById(context, looker, [userId])).get(userId)
  if (!user) throw new ApiError('not_found', 'There is no such person.')
  return { match: { _id: match.id, user, createdAt: match.created_at.toISOString() }, allowance }
}

/** The answer to the first request may have been lost, so a repeated like returns its match again. */
async function repeatedChoice(work: Work, viewer: Viewer, { match }: Pair): Promise<Outcome> {
  const used = await spendAllowance(work, viewer, null)
  return { match: match && !match.hasEnded ? match : null, allowance: toAllowance(viewer, used, work.now) }
}

async function newChoice(
  work: Work<'bus' | 'jobs'>,
  viewer: Viewer,
  criteria: ViewerCriteria,
  input: ChoiceInput,
  pair: Pair,
): Promise<Outcome> {
  const { tx, now } = work
  const { id, first_name: name } = viewer.account
  const { userId, action } = input
  const chosen = await reachablePerson(tx, criteria, userId)
  if (!chosen) throw new ApiError('not_found', 'There is no such person.')
  const used = await spendAllowance(work, viewer, allowanceFor(action))
  await saveChoice(
    tx,
    { chooser_id: id, chosen_id: userId, action, note: input.note ?? null, note_on: input.noteOn ?? null, at: now },
    likeCount(action) - likeCount(pair.mine),
    pair.mine === null ? 1 : 0,
  )
  const isMutual = likeCount(action) + likeCount(pair.theirs) === 2
  const match = isMutual ? await saveMatch(tx, id, userId, now) : null
  const people: [Named, Named] = [
    { id, name },
    { id: userId, name: chosen.row.first_name },
  ]
  await record(work, ...likeNotices(work, viewer, input, pair), ...(match ? matchNotices(match.id, people) : []))
  if (match) work.afterCommit(() => work.bus.toAccounts([id, userId], { type: 'match.made', matchId: match.id }))
  return { match, chosen, allowance: toAllowance(viewer, used, now) }
}

/**
 * Notifies the chosen person. A super like names its sender. A like is announced at once only to members with premium,
 * who see who likes them anyway; others get a daily count (send-likes-digest.ts).
 */
function likeNotices({ now }: Work, { account }: Viewer, { userId: to, action }: ChoiceInput, pair: Pair): Notice[] {
  // A like after an ended match stays secret until both people ask for it again. Nor is the chosen person notified of
  // someone who blocked their address.
  if (pair.match?.hasEnded || pair.hides_from_them) return []
  if (action === 'superlike') {
    const details = { name: account.first_name }
    return [{ to, about: account.id, kind: 'superlike', topic: `superlike:${account.id}`, details }]
  }
  if (action !== 'like' || pair.mine !== null) return []
  return [{ to, kind: 'like', topic: 'like', details: {}, at: startOfDay(now), premiumOnly: true }]
}

type Named = { id: string; name: string }

const matchNotices = (matchId: string, [one, other]: [Named, Named]): Notice[] =>
  [
    { to: one.id, from: other },
    { to: other.id, from: one },
  ].map(({ to, from }) => ({
    to,
    about: from.id,
    kind: 'match',
    topic: `match:${matchId}`,
    details: { name: from.name, matchId },
  }))
