import { ApiError, type SeenListedPerson, type SeenPerson } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { actsAsStaff, type Viewer } from '../../../http/session.ts'
import { userById, type UserRow } from './accounts.sql.ts'
import { pageOfUsers } from './list-accounts.ts'
import { addressed, type KeptPicture, missingIn, ownUser, shownPictures } from '../../profiles/index.ts'
import { findAccounts, type OfficeWish } from './search-accounts.sql.ts'
import { nobody, today } from '../people/service.ts'

// An administrator who has no profile of their own meets nobody. The calls by which members find each other read all accounts
// for them, as the back office does.

/** Whether somebody reads as the back office does: staff who have no complete profile to meet people with. */
export const readsAsOffice = ({ config }: Pick<Deps, 'config'>, viewer: Viewer): boolean =>
  actsAsStaff(viewer, config.STAFF_2FA) && missingIn(viewer.account, viewer.profile).length > 0

/** A user with all that administrators see of them. Whom they look for is not among it. */
function personForStaff(context: Deps, staff: Viewer, { profile, ...account }: UserRow): SeenPerson {
  const {
    state: _state,
    interestedIn: _wanted,
    preferences: _preferences,
    dateOfBirth: _born,
    ...own
  } = ownUser(context, staff.sessionId, account, profile)
  const kept = ((profile?.pictures ?? []) as unknown as KeptPicture[]).filter(({ review }) => review !== 'refused')
  const pictures = addressed(context, staff.sessionId, kept).map(
    ({ position: _position, audience: _audience, review: _review, ...picture }) => picture,
  )
  return { ...own, ...shownPictures(pictures, kept[0]?.position === 0) }
}

const nowhere = { distance: null, distanceFormatted: null, compatibilityScore: null }

const listedForStaff = (context: Deps, staff: Viewer, rows: readonly UserRow[]): SeenListedPerson[] =>
  rows.map((row) => ({ ...personForStaff(context, staff, row), ...nowhere }))

type Paged = { page: number; limit: number }

/** All accounts, the newest first; `search` is part of a name or an address. */
export async function listAccounts(context: Deps, staff: Viewer, { page, limit }: Paged, search?: string) {
  const { rows, pagination } = await pageOfUsers(context, { status: 'all', type: 'all', search, page, limit })
  return { users: listedForStaff(context, staff, rows), pagination }
}

const MOST_COUNTED = 10_000

/** The accounts that fit a member's search. By words alone they are counted as the list of users is. */
export async function searchAccounts(context: Deps, staff: Viewer, wish: OfficeWish, { page, limit }: Paged) {
  const { words, ...others } = wish
  if (Object.values(others).every((each) => each === undefined || each === false))
    return listAccounts(context, staff, { page, limit }, words)
  const { rows, total } = await findAccounts(context.db, wish, today(context), { page, limit }, MOST_COUNTED)
  return {
    users: listedForStaff(context, staff, rows),
    pagination: { page, limit, total, pages: Math.ceil(total / limit) },
  }
}

export async function oneAccount(context: Deps, staff: Viewer, id: string) {
  const row = await userById(context.db, id)
  if (!row) throw nobody()
  return { user: personForStaff(context, staff, row), privacyInfo: { hidden: [] }, ...nowhere }
}

const MOST_FOR_MEMBERS = 100

/** Only administrators read more than a hundred at once. */
export function checkLimit({ account }: Viewer, limit: number): void {
  if (account.is_admin || limit <= MOST_FOR_MEMBERS) return
  const msg = `At most ${MOST_FOR_MEMBERS}.`
  throw new ApiError('invalid_request', `limit: ${msg}`, { errors: [{ path: 'limit', msg }] })
}
