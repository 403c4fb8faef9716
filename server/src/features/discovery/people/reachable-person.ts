import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../infra/db/db.ts'
import { personIfReached, reach, type PersonRow } from './queries.ts'

export const noSuchPerson = () => new ApiError('not_found', 'We couldn’t find this person.')

/** `areFriends` is true if the two are matched as friends. */
export type Reached = { matched: boolean; areFriends: boolean }
type ReachablePerson = Reached & { row: PersonRow }

export async function reachablePerson(db: Db, viewerId: string, id: string): Promise<ReachablePerson | null> {
  const found = await personIfReached(db, viewerId, id)
  if (!found) return null
  const { matched, for_friends, ...row } = found
  return matched === null ? null : { matched, areFriends: matched && for_friends === true, row }
}

export async function canReach({ db }: Pick<Deps, 'db'>, viewerId: string, id: string): Promise<Reached | null> {
  const { matched, for_friends } = await reach(db, viewerId, id)
  return matched === null ? null : { matched, areFriends: matched && for_friends === true }
}
