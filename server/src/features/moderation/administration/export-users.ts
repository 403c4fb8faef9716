import type { UserFilters } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { recordAccess, requireReason } from '../../operations/index.ts'
import { issueTicket } from '../../identity/index.ts'
import { userLines } from './export.sql.ts'
import { toAccountFilters, type UserSort } from '../../discovery/index.ts'

const TICKET_LASTS = 60_000

const addressList = { kind: 'address-list', of: 'users' } as const

/** A ticket for one download. A link can't carry the headers for the session and the reason. */
export async function issueExportTicket(context: Deps & { caller: Caller }, viewer: Viewer): Promise<string> {
  await requireReason(context, viewer, addressList)
  return issueTicket(context, viewer, 'export-users', TICKET_LASTS)
}

/** The filters that were chosen, for the audit log. */
const chosen = (filters: UserFilters) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value !== 'all'))

/** Records that the list is exported, and returns its file. */
export async function exportUsers(
  context: Deps & { caller: Caller },
  viewer: Viewer,
  { sort, ...filters }: UserFilters & { sort: UserSort },
): Promise<AsyncIterable<string>> {
  const accountFilters = await toAccountFilters(context, filters)
  await recordAccess(context, viewer, { ...addressList, action: 'users.exported', details: chosen(filters) })
  return userLines(context, accountFilters, sort)
}
