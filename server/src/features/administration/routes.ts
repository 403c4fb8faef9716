import type { administration } from '@kindred/contract'
import type { Handlers } from '../../http/mount.ts'
import { activate, deactivate, listUsers, oneUser, statistics } from './service.ts'

export const administrationHandlers: Handlers<typeof administration> = {
  getStatistics: async (context, { query }) => ({
    data: await statistics(context, query.timeZone ?? context.viewer.account.time_zone),
  }),
  listUsers: async (context, { query }) => ({ data: await listUsers(context, query) }),
  getUser: async (context, { params }) => ({ data: { user: await oneUser(context, params.id) } }),
  activateUser: async (context, { params, body }) => ({
    data: { user: await activate(context, context.viewer, params.id, body.reason) },
  }),
  deactivateUser: async (context, { params, body }) => ({
    data: { user: await deactivate(context, context.viewer, params.id, body.reason) },
  }),
}
