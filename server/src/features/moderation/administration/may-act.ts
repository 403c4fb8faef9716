import { ApiError, message } from '@kindred/contract'
import { lockAccountForStaff } from '../../identity/index.ts'
import { isInvolved } from './queries.ts'
import { Refusal } from '../refusals.ts'
import { lastChanger } from '../../operations/index.ts'
import type { Caller } from '../../../http/caller.ts'
import { later, minutes } from '../../../infra/clock.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { isStaff, type RoleColumns, roleOf } from '../../../infra/staff.ts'
import type { Work } from '../../../work.ts'

/** Only a change within this time may be why what someone saw is out of date. */
export const RECENT = minutes(15)

export async function assertCurrentVersion(
  { tx, now, caller }: Work & { caller: Caller },
  id: string,
  version: number,
): Promise<void> {
  if (caller.ifMatch === undefined || caller.ifMatch === version) return
  // Users also change their own accounts, so an administrator is named only for a recent change.
  const name = await lastChanger(tx, id, later(now, -RECENT))
  throw new ApiError(
    'conflict',
    name
      ? message('{name} changed this user in the meantime. Please check it and try again.', { name })
      : message('This user has changed since you opened the page. Check and try again.'),
  )
}

type Acting = { id: string } & RoleColumns

/** Only administrators act on other staff: otherwise, a moderator could ban the person who oversees them. */
export function assertMayActOn(viewer: Acting, user: Acting): void {
  if (user.id !== viewer.id && isStaff(user) && roleOf(viewer) !== 'administrator')
    throw new ApiError('forbidden', 'Only administrators can do this for team members.')
}

/**
 * Staff don't act on anyone they matched with, blocked or reported, or who blocked or reported them, as long as a
 * colleague can. This comes after all other checks, because the refusal reveals the relation.
 */
export async function assertNotInvolved(tx: Tx, staffId: string, id: string): Promise<void> {
  if (await isInvolved(tx, staffId, id, 'any')) throw new Refusal('involved')
}

/** Only administrators may decide about themselves. */
export async function assertMayJudge(tx: Tx, viewer: Acting, id: string): Promise<void> {
  if (id === viewer.id && roleOf(viewer) !== 'administrator') throw new Refusal('own_account')
  await assertMayActOnId(tx, viewer, id)
}

/** An erased account needs no checks, because it belongs to no one. */
export async function assertMayActOnId(tx: Tx, viewer: Acting, id: string): Promise<void> {
  const user = await lockAccountForStaff(tx, id)
  if (!user) return
  assertMayActOn(viewer, user)
  await assertNotInvolved(tx, viewer.id, id)
}
