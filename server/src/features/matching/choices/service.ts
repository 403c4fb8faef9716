import { ApiError, type Action, type Allowance, type Liked, type NewMatch } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { isPremium, type Viewer } from '../../../http/session.ts'
import { dayIn } from '../../../infra/zones.ts'
import { makeMatch, matchBetween } from '../matches/service.ts'
import { notify, notifyPremiumOfLike } from '../../delivery/index.ts'
import { canReach, isHiddenFrom, listed, lookingAs, peopleOf } from '../../discovery/index.ts'
import * as queries from './queries.ts'
import { daily, FEWEST_COUNTED, kindOf, likes, midnightAfter, startOfDay, usedNow, type Used } from './rules.ts'
import { asMember, unitOfWork, type Work } from '../../../work.ts'

export { personalData } from './personal-data.ts'

type Chosen = { userId: string; action: Action; note?: string | undefined; noteOn?: string | undefined }

const planOf = ({ account }: Viewer, now: Date) => (isPremium(account, now) ? daily.premium : daily.free)

function allowed(viewer: Viewer, used: Used, now: Date): Allowance {
  const plan = planOf(viewer, now)
  const left = (limit: number | null, spent: number) => (limit === null ? null : Math.max(0, limit - spent))
  return {
    likes: left(plan.likes, used.likes),
    superlikes: left(plan.superlikes, used.superlikes) ?? 0,
    undos: left(plan.undos, used.undos),
    resetsAt: midnightAfter(used, now).toISOString(),
  }
}

const spentWords = {
  likes: 'You have used the likes of today.',
  superlikes: 'You have used the super likes of today.',
  undos: 'You have taken back a choice today already.',
}

/** Takes one of the day's, or says when there are new ones. */
async function spend({ tx, now }: Work, viewer: Viewer, kind: keyof typeof spentWords | null): Promise<Used> {
  const { id, time_zone: zone } = viewer.account
  const used = usedNow(await queries.holdAllowance(tx, id, zone, dayIn(zone, now)), zone, now)
  if (!kind) return used
  const limit = planOf(viewer, now)[kind]
  if (limit !== null && used[kind] >= limit)
    throw new ApiError('rate_limited', spentWords[kind], {
      retryAfter: Math.ceil((midnightAfter(used, now).getTime() - now.getTime()) / 1000),
    })
  const spent = { ...used, [kind]: used[kind] + 1 }
  await queries.keepAllowance(tx, id, spent)
  return spent
}

type Chose = { match: NewMatch | null; allowance: Allowance }

/** One decision about somebody. The same one again changes nothing, costs nothing and gets the same answer. */
export async function choose(context: Deps, viewer: Viewer, chosen: Chosen): Promise<Chose> {
  const { id } = viewer.account
  const { userId, action } = chosen
  lookingAs(context, viewer)
  if (userId === id) throw new ApiError('conflict', 'This is you.')
  const made = await unitOfWork(context, asMember(id), async (work) => {
    const { tx, now } = work
    await queries.holdPair(tx, id, userId)
    const { mine, theirs, ended } = await queries.between(tx, id, userId)
    // The answer to the first one may have been lost: a repeated like gets its match again.
    if (mine === action) {
      const used = await spend(work, viewer, null)
      return { allowance: allowed(viewer, used, now), match: (await matchBetween(tx, id, userId)) ?? null }
    }
    if (!(await canReach({ db: tx }, id, userId))) throw new ApiError('not_found', 'There is no such person.')
    const used = await spend(work, viewer, kindOf(action))
    await queries.keepChoice(
      tx,
      { chooser_id: id, chosen_id: userId, action, note: chosen.note ?? null, note_on: chosen.noteOn ?? null, at: now },
      likes(action) - likes(mine),
      mine === null ? 1 : 0,
    )
    // Nobody is told that somebody asks for what ended to begin again: only both asking for it says so.
    // Nor does anyone hear of a person who blocked their address.
    if (!ended && !(await isHiddenFrom(tx, userId, id))) await tell(work, viewer, chosen, mine === null)
    const mutual = likes(action) + likes(theirs) === 2
    return { allowance: allowed(viewer, used, now), match: mutual ? await makeMatch(work, id, userId) : null }
  })
  return { ...made, match: made.match && (await newMatch(context, viewer, made.match, userId)) }
}

/** The chosen one hears of it: of a super like by name, of a like at once only with premium (see likes-digest.ts). */
async function tell(
  work: Work<'bus' | 'jobs'>,
  { account }: Viewer,
  { userId, action }: Chosen,
  first: boolean,
): Promise<void> {
  if (action === 'superlike')
    await notify(work, {
      to: userId,
      about: account.id,
      kind: 'superlike',
      topic: `superlike:${account.id}`,
      details: { name: account.first_name },
    })
  else if (action === 'like' && first) await notifyPremiumOfLike(work, userId)
}

async function newMatch(
  context: Deps,
  viewer: Viewer,
  match: { id: string; created_at: Date },
  userId: string,
): Promise<NewMatch> {
  const user = (await peopleOf(context, { viewer, matched: true }, [userId])).get(userId)
  if (!user) throw new ApiError('not_found', 'There is no such person.')
  return { _id: match.id, user, createdAt: match.created_at.toISOString() }
}

/** Takes the last choice back. What became a match is not undone, it is ended. */
export async function undo(context: Deps, viewer: Viewer) {
  const { id } = viewer.account
  lookingAs(context, viewer)
  return unitOfWork(context, asMember(id), async (work) => {
    const last = await queries.latest(work.tx, id)
    if (!last) throw new ApiError('not_found', 'There is nothing to take back.')
    await queries.holdPair(work.tx, id, last.chosen_id)
    const { mine } = await queries.between(work.tx, id, last.chosen_id)
    const reached = await canReach({ db: work.tx }, id, last.chosen_id)
    if (mine === null || reached?.matched) throw new ApiError('conflict', 'You two have matched in the meantime.')
    const used = await spend(work, viewer, 'undos')
    await queries.dropChoice(work.tx, id, last.chosen_id, likes(mine))
    return { undone: { userId: last.chosen_id, action: mine }, allowance: allowed(viewer, used, work.now) }
  })
}

export async function allowance(context: Deps, viewer: Viewer): Promise<Allowance> {
  const now = context.clock.now()
  const { id, time_zone } = viewer.account
  return allowed(viewer, usedNow(await queries.allowance(context.db, id), time_zone, now), now)
}

const MOST_LIKES = 200

/** Gradients of our own, the same for everyone at every moment: nothing about anyone can be read off them. */
const tiles = [1, 2, 3, 4, 5, 6].map((nth) => ({ _id: `tile-${nth}`, url: `/tiles/${nth}.svg` }))

async function people(
  context: Deps,
  viewer: Viewer,
  rows: Awaited<ReturnType<typeof queries.received>>,
): Promise<Liked[]> {
  const shown = await listed(
    context,
    viewer,
    rows.map(({ id }) => id),
  )
  const byId = new Map(shown.map((user) => [user._id, user]))
  return rows.flatMap(({ id, action, note, note_on, at }) => {
    const user = byId.get(id)
    return user ? [{ user, action, note, noteOn: note_on, at: startOfDay(at).toISOString() }] : []
  })
}

/** Who liked the viewer. Without premium it is a number from five on, and tiles that say nothing. */
export async function likesOf(context: Deps, viewer: Viewer) {
  lookingAs(context, viewer)
  const now = context.clock.now()
  const premium = isPremium(viewer.account, now)
  const all = await queries.received(context.db, viewer.account.id, MOST_LIKES)
  const superlikes = all.filter(({ action }) => action === 'superlike')
  const few = all.length < FEWEST_COUNTED
  return {
    count: few && !premium ? null : all.length,
    countText: few && !premium ? 'fewer than five' : String(all.length),
    people: premium ? await people(context, viewer, all) : null,
    blurred: premium ? [] : tiles,
    superlikes: await people(context, viewer, superlikes),
  }
}

export const givenBy = async (context: Deps, viewer: Viewer) =>
  people(context, viewer, await queries.given(context.db, viewer.account.id, MOST_LIKES))

export { tellLikes } from './likes-digest.ts'
