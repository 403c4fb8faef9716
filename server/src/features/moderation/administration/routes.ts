import type { administration } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { mayAs } from '../../../infra/staff.ts'
import { knownZone } from '../../../infra/zones.ts'
import { recordLook } from '../../operations/index.ts'
import { aboutPerson, noteReader } from '../second-looks/readers.sql.ts'
import { decideUser } from './decide-user.ts'
import { editUser, withAddressChange } from './edit-user.ts'
import { exportUsers, issueExportTicket } from './export-users.ts'
import { listUsers, oneUser } from './read-users.ts'
import { setRole } from './set-role.ts'
import { statistics } from './statistics.ts'

export const administrationHandlers: Handlers<typeof administration> = {
  getStatistics: async (context, { query }) => {
    const { account } = context.viewer
    const data = await statistics(
      { ...context, db: context.upToDate },
      query.timeZone ?? knownZone(account.time_zone),
      query.range,
    )
    // Who only counts people learns no names and addresses here.
    return { data: mayAs(account, 'users.read') ? data : { ...data, recent: [] } }
  },
  listUsers: async (context, { query }) => ({
    data: await listUsers({ ...context, db: context.upToDate }, context.viewer, query),
  }),
  getUser: async (context, { params }) => {
    // The account's state tells what was decided.
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
