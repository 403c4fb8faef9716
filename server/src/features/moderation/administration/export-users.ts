import type { UserFilters } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { later } from '../../../infra/clock.ts'
import { recordAccess, requireReason } from '../../operations/index.ts'
import { issueTicket } from '../../identity/index.ts'
import { ONLINE_FOR } from '../../profiles/index.ts'
import { findLines, HEADER } from './export.sql.ts'
import { type AccountFilters, toAccountFilters } from '../../discovery/index.ts'

/** The first batch is small, so that the download starts soon. */
const FIRST = 500
const BATCH = 5000
const TICKET_LASTS = 60_000

/** The CSV lines of all users that match the filters, in batches, so that memory use doesn't grow with their number. */
async function* csvLines({ replica, clock }: Deps, filters: AccountFilters): AsyncGenerator<string> {
  yield `${HEADER}\r\n`
  const now = clock.now()
  const readBatch = (most: number, after?: string) =>
    findLines(replica, filters, later(now, -ONLINE_FOR), now, { after, most })
  for (let next: ReturnType<typeof readBatch> | undefined = readBatch(FIRST); next;) {
    const { lines, last }: Awaited<typeof next> = await next
    // The next batch is read while this one is sent. Its failure is thrown when it is awaited.
    next = last === null ? undefined : readBatch(BATCH, last)
    next?.catch(() => {})
    if (lines) yield lines
  }
}

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
  filters: UserFilters,
): Promise<AsyncIterable<string>> {
  const accountFilters = await toAccountFilters(context, filters)
  await recordAccess(context, viewer, { ...addressList, action: 'users.exported', details: chosen(filters) })
  return csvLines(context, accountFilters)
}
