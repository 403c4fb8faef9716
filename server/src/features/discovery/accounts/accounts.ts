import { ApiError, message, normalized, type SeenListedPerson, SeenPerson, type UserFilters } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import {
  type AccountFilters,
  boundsOf,
  countAccounts,
  findAccounts,
  type Page,
  listUserRows,
  type StaffSearchFilters,
  userById,
  type UserRow,
} from './queries.ts'
import { bornBetween } from './rules.ts'
import { today } from '../eligibility/eligibility.ts'
import { noSuchPerson } from '../people/reachable-person.ts'
import { ageBuckets, countAlike, recordLook } from '../../operations/index.ts'
import { missingIn, ONLINE_FOR, storedPictures, toOwnUser, toPictureFields, withUrls } from '../../profiles/index.ts'
import type { Answering } from '../../../http/caller.ts'
import { actsAsStaff, type Viewer } from '../../../http/session.ts'
import { later } from '../../../infra/clock.ts'
import { only } from '../../../infra/only.ts'
import { dayIn } from '../../../infra/zones.ts'

const MOST_COUNTED = 10_000
/** Larger counts are cached (infra/memory.ts). */
const EXPENSIVE = 5000

export type AccountPageInput = UserFilters & Page

export async function toAccountFilters(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  input: UserFilters,
): Promise<AccountFilters> {
  const { status, type, joined, until, timeZone = 'UTC', gender, age, complete, label } = input
  const search = input.search && normalized(input.search.trim(), 'NFC')
  const bucket = ageBuckets.find((each) => each.bucket === age)
  return {
    search,
    status,
    type,
    joined: joined ? await boundsOf(db, joined, timeZone) : undefined,
    before: until ? (await boundsOf(db, until, timeZone)).before : undefined,
    gender,
    born: bucket && bornBetween(bucket, dayIn(timeZone, clock.now())),
    complete: complete === 'true',
    label,
  }
}

export async function pageOfAccounts(context: Pick<Deps, 'db' | 'clock' | 'memory'>, input: AccountPageInput) {
  const { page, limit, sort, after } = input
  const now = context.clock.now()
  const filters = await toAccountFilters(context, input)
  const onlineSince = later(now, -ONLINE_FOR)
  const [rows, total] = await Promise.all([
    listUserRows(context.db, filters, onlineSince, now, { sort, after, page, limit }),
    totalOf(context, filters, onlineSince, now),
  ])
  return { rows, pagination: { page, limit, total, pages: Math.ceil(total / limit) } }
}

/** Exact if the dashboard's stats have the same filters; otherwise, some seconds old. */
function totalOf({ db, memory }: Pick<Deps, 'db' | 'memory'>, filters: AccountFilters, onlineSince: Date, now: Date) {
  const { search, status, joined, before, born, label } = filters
  if (!search && !joined && !before && !born && !label && status !== 'online')
    return countAlike(db, { ...filters, status }, now)
  return memory.cache(
    `users ${JSON.stringify(filters)}`,
    () => countAccounts(db, filters, onlineSince, now, search ? MOST_COUNTED : null),
    (count) => count > EXPENSIVE,
  )
}

// Administrators without a profile can't meet anyone. For them, the routes that list members return all accounts, as
// the specification requires. All other staff are members here; in the back office, they give a reason to view people.

export const readsAsStaff = ({ config }: Pick<Deps, 'config'>, viewer: Viewer): boolean =>
  viewer.account.is_admin &&
  actsAsStaff(viewer, 'users.read', config.STAFF_2FA) &&
  missingIn(viewer.account, viewer.profile).length > 0

function toSeenPerson(context: Deps & Answering, staff: Viewer, { profile, ...account }: UserRow): SeenPerson {
  const own = only(SeenPerson.shape, toOwnUser(context, staff.sessionId, account, profile))
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

/** Records the access before showing anything. */
export async function getAccount(context: Deps & Answering, staff: Viewer, id: string) {
  const row = await userById(context.db, id)
  if (!row) throw noSuchPerson()
  await recordLook(context, staff, id)
  return { user: toSeenPerson(context, staff, row), privacyInfo: { hidden: [] }, ...noCloseness }
}

const MOST_FOR_MEMBERS = 100

/** The specification's users screen lets administrators read more than 100 people at once. */
export function assertLimit({ account }: Viewer, limit: number): void {
  if (account.is_admin || limit <= MOST_FOR_MEMBERS) return
  const msg = message('Enter {maximum} or less.', { maximum: MOST_FOR_MEMBERS })
  throw new ApiError('invalid_request', message('{field}: {problem}', { field: 'limit', problem: msg }), {
    errors: [{ path: 'limit', msg }],
  })
}
