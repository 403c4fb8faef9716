import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../infra/db/db.ts'
import { personIfReached, reach, type PersonRow } from './queries.ts'

export const noSuchPerson = () => new ApiError('not_found', 'We couldn’t find this person.')

export type ReachablePerson = { matched: boolean; row: PersonRow }

export async function reachablePerson(db: Db, viewerId: string, id: string): Promise<ReachablePerson | null> {
  const found = await personIfReached(db, viewerId, id)
  if (!found) return null
  const { matched, ...row } = found
  return matched === null ? null : { matched, row }
}

export async function canReach(
  { db }: Pick<Deps, 'db'>,
  viewerId: string,
  id: string,
): Promise<{ matched: boolean } | null> {
  const matched = await reach(db, viewerId, id)
  return matched === null ? null : { matched }
}
