import type { administration, UserFilters } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { mayAs } from '../../../infra/staff.ts'
import { knownZone } from '../../../infra/zones.ts'
import { recordAccess, recordLook, requireReason } from '../../operations/index.ts'
import { aboutPerson, noteReader } from '../blind-reviews/queries.ts'
import { decideUser } from './decide-user.ts'
import { editUser, withAddressChange, setRole } from './administration.ts'
import { listUsers, oneUser } from './read-users.ts'
import { statistics } from './statistics.ts'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { issueTicket } from '../../identity/index.ts'
import { userLines } from './queries.ts'
import { toAccountFilters, type UserSort } from '../../discovery/index.ts'

const TICKET_LASTS = 60_000

const addressList = { kind: 'address-list', of: 'users' } as const

/** A download link can't carry the headers for the session and the reason. */
async function issueExportTicket(context: Deps & { caller: Caller }, viewer: Viewer): Promise<string> {
  await requireReason(context, viewer, addressList)
  return issueTicket(context, viewer, 'export-users', TICKET_LASTS)
}

const chosen = (filters: UserFilters) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value !== 'all'))

/** Records the access before exporting anything. */
async function exportUsers(
  context: Deps & { caller: Caller },
  viewer: Viewer,
  { sort, ...filters }: UserFilters & { sort: UserSort },
): Promise<AsyncIterable<string>> {
  const accountFilters = await toAccountFilters(context, filters)
  await recordAccess(context, viewer, { ...addressList, action: 'users.exported', details: chosen(filters) })
  return userLines(context, accountFilters, sort)
}

export const administrationHandlers: Handlers<typeof administration> = {
  getStatistics: async (context, { query }) => {
    const { account } = context.viewer
    const data = await statistics(
      { ...context, db: context.upToDate },
      query.timeZone ?? knownZone(account.time_zone),
      query.range,
    )
    // Staff who have access only to stats see no names or addresses.
    return { data: mayAs(account, 'users.read') ? data : { ...data, recent: [] } }
  },
  listUsers: async (context, { query }) => ({
    data: await listUsers({ ...context, db: context.upToDate }, context.viewer, query),
  }),
  getUser: async (context, { params }) => {
    // The account's state reveals the decision, so this reader can't review it blindly.
    await noteReader(context.db, context.viewer.account.id, aboutPerson(params.id))
    const answer = await withAddressChange(context, await oneUser(context, context.viewer, params.id))
    await recordLook(context, context.viewer, params.id)
    return { data: answer }
  },
  editUser: async (context, { params, body }) => ({
    data: await editUser(context, context.viewer, params.id, body),
  }),
  setRole: async (context, { params, body }) => ({
    data: await setRole(context, context.viewer, params.id, body),
  }),
  issueExportTicket: async (context) => ({ data: { ticket: await issueExportTicket(context, context.viewer) } }),
  exportUsers: async (context, { query: { ticket: _ticket, ...filters } }) =>
    exportUsers(context, context.viewer, filters),
  activateUser: async (context, { params, body }) => ({
    data: await decideUser(context, context.viewer, params.id, 'activate', body),
  }),
  deactivateUser: async (context, { params, body }) => ({
    data: await decideUser(context, context.viewer, params.id, 'deactivate', body),
  }),
}
