import { ApiError, type Allowance, type ListedPerson } from '@kindred/contract'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { assertComplete, canReach, listedPeople, noSuchPerson, SET_ASIDE_FOR } from '../discovery/index.ts'
import { getAllowance } from './likes.ts'
import { deleteSetAside, openSetAside } from './queries.ts'
import type { Answering } from '../../http/caller.ts'
import type { Viewer } from '../../http/session.ts'
import { later } from '../../infra/clock.ts'

// A card that was set aside for a week. It isn't a swipe: it costs nothing, and nothing about the other person depends
// on it, so no one can notice it.

const MOST_LISTED = 200

/** Setting the same person aside again starts a new week. */
export async function setAside(
  context: Deps,
  viewer: Viewer,
  userId: string,
): Promise<{ match: null; allowance: Allowance }> {
  const { id } = viewer.account
  assertComplete(viewer)
  if (userId === id) throw new ApiError('conflict', 'You can’t set your own profile aside.')
  const reached = await canReach(context, id, userId)
  if (!reached) throw noSuchPerson()
  if (!reached.matched)
    await sql`
      insert into set_aside (account_id, person_id, at) values (${id}, ${userId}, ${context.clock.now()})
      on conflict (account_id, person_id) do update set at = excluded.at`.execute(context.db)
  return { match: null, allowance: await getAllowance(context, viewer) }
}

export async function listSetAside(
  context: Deps & Answering,
  viewer: Viewer,
): Promise<{ user: ListedPerson; until: string }[]> {
  assertComplete(viewer)
  const rows = await openSetAside(
    context.upToDate,
    viewer.account.id,
    later(context.clock.now(), -SET_ASIDE_FOR),
    MOST_LISTED,
  )
  const people = await listedPeople(
    context,
    viewer,
    rows.map(({ person_id }) => person_id),
  )
  const users = new Map(people.map((user) => [user._id, user]))
  return rows.flatMap(({ person_id, at }) => {
    const user = users.get(person_id)
    return user ? [{ user, until: later(at, SET_ASIDE_FOR).toISOString() }] : []
  })
}

export async function bringBack({ db }: Pick<Deps, 'db'>, viewer: Viewer, userId: string): Promise<void> {
  assertComplete(viewer)
  await deleteSetAside(db, viewer.account.id, userId)
}

/** Runs each night. People already come back without it. */
export const forgetSetAside = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
  db.deleteFrom('set_aside').where('at', '<=', later(clock.now(), -SET_ASIDE_FOR)).execute()
