import { AdminUser, ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { dayOnly, pseudonymOf } from '../../../infra/pseudonym.ts'
import { mayAs, type RoleColumns } from '../../../infra/staff.ts'
import { type Addressing, storedPictures, toOwnUser } from '../../profiles/index.ts'
import { type AccountPageInput, pageOfAccounts, userById, type UserRow } from '../../discovery/index.ts'
import { Refusal } from '../refusals.ts'
import { only } from './rules.ts'

export const noUser = () => new Refusal('no_user')

const withOpenPictures = (profile: UserRow['profile']) =>
  profile && {
    ...profile,
    pictures: storedPictures(profile).filter(({ audience, review }) => audience === 'everyone' && review === 'shown'),
  }

/** The fields that staff see without a reason: the user's own view, except what is private even to staff. */
export const toAdminUser = (
  context: Addressing & Answering,
  sessionId: string,
  { profile, ...account }: UserRow,
): AdminUser => ({
  ...only(AdminUser.shape, toOwnUser(context, sessionId, account, withOpenPictures(profile), 'staff')),
  version: account.version,
})

type Listing = Pick<Deps, 'db' | 'clock' | 'keys' | 'memory'> & Answering

const toAnonymousUser = (context: Listing, user: AdminUser): AdminUser => ({
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
 * Searching or sorting by names and addresses would reveal them, row by row, and sorting by the last visit would show
 * whose row moves at a sign-in.
 */
function assertAnonymous({ search, sort, after, status }: AccountPageInput): void {
  const reveals = ['name', 'nameDescending', 'lastActive', 'longestInactive'].includes(sort ?? '')
  if (search || reveals || after || status === 'online')
    throw new ApiError('forbidden', 'Your role doesn’t include this.')
}

type Reader = { sessionId: string; account: RoleColumns }

/** Staff who may not see people, such as analysts, get rows without identifying data. */
export async function listUsers(context: Listing, { sessionId, account }: Reader, query: AccountPageInput) {
  const seesPeople = mayAs(account, 'users.read')
  if (!seesPeople) assertAnonymous(query)
  const { rows, pagination } = await pageOfAccounts(context, query)
  const users = rows.map((row) => toAdminUser(context, sessionId, row))
  return { users: seesPeople ? users : users.map((user) => toAnonymousUser(context, user)), pagination }
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
