import { startOfDay } from '../../infra/clock.ts'
import { say, type Liked } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Answering } from '../../http/caller.ts'
import { isPremium, type Viewer } from '../../http/session.ts'
import { write } from '../../infra/language/write.ts'
import { listedPeople, viewerCriteria } from '../discovery/index.ts'
import { findLikeCount, givenLikes, type LikeRow, likesSince, receivedLikes, saveLikeCount } from './likes.sql.ts'
import { FEWEST_SHOWN_LIKES } from './rules.ts'

const MOST_LIKES = 200

/** Stand-ins for pictures. They are the same for everyone at every moment, so they reveal nothing about anyone. */
const tiles = [1, 2, 3, 4, 5, 6].map((nth) => ({ _id: `tile-${nth}`, url: `/tiles/${nth}.svg` }))

/** Who likes the viewer. Without premium, they see a number from five on, tiles, and who sent super likes. */
export async function listLikes(context: Deps & Answering, viewer: Viewer) {
  viewerCriteria(context, viewer)
  const hasPremium = isPremium(viewer.account, context.clock.now())
  const { id } = viewer.account
  const rows = await receivedLikes(context.db, id, MOST_LIKES)
  const superlikes = rows.filter(({ action }) => action === 'superlike')
  const likes = hasPremium ? rows.length : await countWithoutPremium(context, id, rows.length)
  const isCounted = hasPremium || likes >= FEWEST_SHOWN_LIKES
  return {
    count: isCounted ? likes : null,
    countText: isCounted ? String(likes) : write(context.caller.language, say('fewer than five')),
    people: hasPremium ? await withPeople(context, viewer, rows) : null,
    blurred: hasPremium ? [] : tiles,
    superlikes: await withPeople(context, viewer, superlikes),
  }
}

/**
 * The number of likes at the first question of a day, with what has come since. If a pass or a block took one away at
 * once, trying it on each person would name those who like the member.
 */
async function countWithoutPremium({ db, clock }: Deps, id: string, waiting: number): Promise<number> {
  const now = clock.now()
  const today = startOfDay(now)
  const counted = await findLikeCount(db, id, today)
  if (counted) return Math.max(0, counted.likes + (await likesSince(db, id, counted.at, MOST_LIKES)))
  await saveLikeCount(db, id, { likes: waiting, at: now }, today)
  return waiting
}

export const listGivenLikes = async (context: Deps & Answering, viewer: Viewer): Promise<Liked[]> =>
  withPeople(context, viewer, await givenLikes(context.db, viewer.account.id, MOST_LIKES))

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
