import { ApiError } from '@kindred/contract'
import type { Tx } from '../../../infra/db/db.ts'
import { isStaff, type RoleColumns, roleOf } from '../../../infra/staff.ts'
import { Refusal } from '../refusals.ts'
import { lockAccountForStaff } from '../../identity/index.ts'

type Acting = { id: string } & RoleColumns

/** Only administrators act on others who are staff: otherwise, a moderator could ban the person who checks them. */
export function assertMayActOn(viewer: Acting, user: Acting): void {
  if (user.id !== viewer.id && isStaff(user) && roleOf(viewer) !== 'administrator')
    throw new ApiError('forbidden', 'Only administrators can do this to someone on the team.')
}

/** The same for what staff judge about a person, and nobody but administrators judges themselves. */
export async function assertMayJudge(tx: Tx, viewer: Acting, id: string): Promise<void> {
  if (id === viewer.id && roleOf(viewer) !== 'administrator') throw new Refusal('own_account')
  await assertMayActOnId(tx, viewer, id)
}

/** The same where only the id is known. An account that was erased belongs to nobody. */
export async function assertMayActOnId(tx: Tx, viewer: Acting, id: string): Promise<void> {
  const user = await lockAccountForStaff(tx, id)
  if (user) assertMayActOn(viewer, user)
}
