import { startOfDay } from '../../infra/clock.ts'
import { message, type Liked } from '@kindred/contract'
import { prompts } from '@kindred/contract/profiles/suggestions'
import type { Deps } from '../../deps.ts'
import type { Answering } from '../../http/caller.ts'
import { isPremium, type Viewer } from '../../http/session.ts'
import { write } from '../../infra/language/write.ts'
import { listedPeople, assertComplete } from '../discovery/index.ts'
import { givenLikes, type LikeRow, receivedLikes } from './likes.sql.ts'
import { renewLikes } from './renew-likes.ts'

const MOST_LIKES = 200

/** Stand-ins for pictures. They are always the same for everyone, so they reveal nothing about anyone. */
const tiles = [1, 2, 3, 4, 5, 6].map((nth) => ({ _id: `tile-${nth}`, url: `/tiles/${nth}.svg` }))

/** Without premium, members see a minimum number, tiles, and the senders of super likes. */
export async function listLikes(context: Deps & Answering, viewer: Viewer) {
  assertComplete(viewer)
  const hasPremium = isPremium(viewer.account, context.clock.now())
  const { id } = viewer.account
  const rows = await receivedLikes(context.db, id, MOST_LIKES, hasPremium ? null : 'superlike')
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
  // Notes from before prompts had keys contain the question itself.
  noteOn: note_on === null ? null : prompts.keyOf(note_on),
  noteOnPhoto: note_on_photo,
  at: startOfDay(at).toISOString(),
})
