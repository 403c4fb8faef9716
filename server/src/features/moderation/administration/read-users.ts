import { AdminUser, ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import type { Db } from '../../../infra/db/db.ts'
import { dayOnly, pseudonymOf } from '../../../infra/pseudonym.ts'
import { mayAs, type RoleColumns } from '../../../infra/staff.ts'
import { type Addressing, toOwnUser } from '../../profiles/index.ts'
import { type AccountPageInput, pageOfAccounts, userById, type UserRow } from '../../discovery/index.ts'
import { labelsOf } from '../labels/queries.ts'
import { Refusal } from '../refusals.ts'
import { only } from '../../../infra/only.ts'

export const noUser = () => new Refusal('no_user')

/** The fields that staff see without a reason: the user's own view, except what is private even to staff. */
export const toAdminUser = (
  context: Addressing & Answering,
  sessionId: string,
  { profile, ...account }: UserRow,
): AdminUser => {
  const { trip, ...own } = toOwnUser(context, sessionId, account, profile, 'staff')
  return {
    ...only(AdminUser.shape, own),
    ...(trip?.city && { visiting: trip.city }),
    version: account.version,
  }
}

type Listing = Pick<Deps, 'db' | 'clock' | 'keys' | 'memory'> & Answering

const toAnonymousUser = (context: Listing, { visiting: _visiting, ...user }: AdminUser): AdminUser => ({
  ...user,
  _id: pseudonymOf(context.keys, user._id),
  firstName: '',
  lastName: '',
  name: '',
  email: null,
  bio: null,
  gender: null,
  age: null,
  location: { city: null, country: null },
  profilePicture: null,
  createdAt: dayOnly(user.createdAt),
  lastActive: user.lastActive && dayOnly(user.lastActive),
  isOnline: false,
  isAdmin: false,
  staffRole: null,
  version: 0,
})

/**
 * Searching or sorting by names and addresses would reveal them, row by row, as would filters by gender or age. Sorting
 * by the last visit would show whose row moves at a sign-in.
 */
function assertAnonymous({ search, sort, after, status, label, gender, age }: AccountPageInput): void {
  const reveals = ['name', 'nameDescending', 'lastActive', 'longestInactive'].includes(sort ?? '')
  if (search || reveals || after || label || gender || age || status === 'online')
    throw new ApiError('forbidden', 'Your role doesn’t include this.')
}

type Reader = { sessionId: string; account: RoleColumns }

/** Staff who may not see people, such as analysts, get rows without identifying data. */
export async function listUsers(context: Listing, { sessionId, account }: Reader, query: AccountPageInput) {
  const seesPeople = mayAs(account, 'users.read')
  if (!seesPeople) assertAnonymous(query)
  const { rows, pagination } = await pageOfAccounts(context, query)
  const users = rows.map((row) => toAdminUser(context, sessionId, row))
  if (!seesPeople) return { users: users.map((user) => toAnonymousUser(context, user)), pagination }
  const ids = users.map(({ _id }) => _id)
  const labels = mayAs(account, 'reports.read') ? await labelsOf(context.db, 'users', ids) : undefined
  return { users: labels ? users.map((user) => ({ ...user, labels: labels.get(user._id) ?? [] })) : users, pagination }
}

export async function withLabels(db: Db, reader: RoleColumns, user: AdminUser): Promise<AdminUser> {
  if (!mayAs(reader, 'reports.read')) return user
  return { ...user, labels: (await labelsOf(db, 'users', [user._id])).get(user._id) ?? [] }
}

export async function oneUser(
  context: Pick<Deps, 'db' | 'clock' | 'keys'> & Answering,
  { sessionId, account }: Viewer,
  id: string,
): Promise<AdminUser> {
  const row = await userById(context.db, id)
  if (!row) throw noUser()
  return withLabels(context.db, account, toAdminUser(context, sessionId, row))
}
