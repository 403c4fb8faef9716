import { AdminUser } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { type Addressing, toOwnUser } from '../../profiles/index.ts'
import { type AccountPageInput, pageOfAccounts, userById, type UserRow } from '../../discovery/index.ts'
import { Refusal } from '../refusals.ts'
import { only } from './rules.ts'

export const noUser = () => new Refusal('no_user')

/** What staff see of a user: what the user sees themselves, without what is private even to staff. */
export const toAdminUser = (
  context: Addressing & Answering,
  sessionId: string,
  { profile, ...account }: UserRow,
): AdminUser => ({
  ...only(AdminUser.shape, toOwnUser(context, sessionId, account, profile, 'staff')),
  version: account.version,
})

type Listing = Pick<Deps, 'db' | 'clock' | 'keys' | 'memory'> & Answering

export async function listUsers(context: Listing, { sessionId }: Pick<Viewer, 'sessionId'>, query: AccountPageInput) {
  const { rows, pagination } = await pageOfAccounts(context, query)
  return { users: rows.map((row) => toAdminUser(context, sessionId, row)), pagination }
}

export async function oneUser(
  context: Pick<Deps, 'db' | 'clock' | 'keys'> & Answering,
  { sessionId }: Viewer,
  id: string,
): Promise<AdminUser> {
  const row = await userById(context.db, id)
  if (!row) throw noUser()
  return toAdminUser(context, sessionId, row)
}
