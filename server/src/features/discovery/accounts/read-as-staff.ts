import { ApiError, type SeenListedPerson, type SeenPerson, message } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import { actsAsStaff, type Viewer } from '../../../http/session.ts'
import { recordLook } from '../../operations/index.ts'
import { today } from '../eligibility/viewer-criteria.ts'
import { noSuchPerson } from '../people/reachable-person.ts'
import { withUrls, missingIn, toOwnUser, toPictureFields, storedPictures } from '../../profiles/index.ts'
import { userById, type UserRow } from './accounts.sql.ts'
import { pageOfAccounts } from './list-accounts.ts'
import { findAccounts, type StaffSearchFilters } from './search-accounts.sql.ts'

// Administrators without a profile can't meet anyone. For them, the routes that list members return all accounts, as
// the specification requires. All other staff are members here, and look at people in the back office, for a reason.

export const readsAsStaff = ({ config }: Pick<Deps, 'config'>, viewer: Viewer): boolean =>
  viewer.account.is_admin &&
  actsAsStaff(viewer, 'users.read', config.STAFF_2FA) &&
  missingIn(viewer.account, viewer.profile).length > 0

function toSeenPerson(context: Deps & Answering, staff: Viewer, { profile, ...account }: UserRow): SeenPerson {
  const {
    state: _state,
    interestedIn: _wanted,
    preferences: _preferences,
    dateOfBirth: _born,
    language: _language,
    waitingGender: _waitingGender,
    shownTo: _shownTo,
    asksShownTo: _asksShownTo,
    ...own
  } = toOwnUser(context, staff.sessionId, account, profile)
  const visible = storedPictures(profile).filter(
    ({ review, audience }) => review !== 'refused' && audience === 'everyone',
  )
  const pictures = withUrls(context, staff.sessionId, visible, 'staff').map(
    ({ position: _position, audience: _audience, review: _review, ...picture }) => picture,
  )
  return { ...own, voice: null, ...toPictureFields(pictures, visible[0]?.position === 0) }
}

const noCloseness = { distance: null, distanceFormatted: null, compatibilityScore: null }

const toSeenPeople = (context: Deps & Answering, staff: Viewer, rows: readonly UserRow[]): SeenListedPerson[] =>
  rows.map((row) => ({ ...toSeenPerson(context, staff, row), ...noCloseness }))

type Paged = { page: number; limit: number }

export async function listAccounts(context: Deps & Answering, staff: Viewer, { page, limit }: Paged, search?: string) {
  const { rows, pagination } = await pageOfAccounts(context, { status: 'all', type: 'all', search, page, limit })
  return { users: toSeenPeople(context, staff, rows), pagination }
}

const MOST_COUNTED = 10_000

export async function searchAccounts(
  context: Deps & Answering,
  staff: Viewer,
  filters: StaffSearchFilters,
  { page, limit }: Paged,
) {
  const { words, ...others } = filters
  if (Object.values(others).every((each) => each === undefined || each === false))
    return listAccounts(context, staff, { page, limit }, words)
  const { rows, total } = await findAccounts(context.db, filters, today(context), { page, limit }, MOST_COUNTED)
  return {
    users: toSeenPeople(context, staff, rows),
    pagination: { page, limit, total, pages: Math.ceil(total / limit) },
  }
}

/** Each look is recorded before anything is shown. */
export async function getAccount(context: Deps & Answering, staff: Viewer, id: string) {
  const row = await userById(context.db, id)
  if (!row) throw noSuchPerson()
  await recordLook(context, staff, id)
  return { user: toSeenPerson(context, staff, row), privacyInfo: { hidden: [] }, ...noCloseness }
}

const MOST_FOR_MEMBERS = 100

/** Only administrators can read more than 100 people at once, for the specification's users screen. */
export function assertLimit({ account }: Viewer, limit: number): void {
  if (account.is_admin || limit <= MOST_FOR_MEMBERS) return
  const msg = message('Enter {maximum} or less.', { maximum: MOST_FOR_MEMBERS })
  throw new ApiError('invalid_request', message('{field}: {problem}', { field: 'limit', problem: msg }), {
    errors: [{ path: 'limit', msg }],
  })
}
