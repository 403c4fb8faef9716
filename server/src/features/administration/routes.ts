import type { administration } from '@kindred/contract'
import type { Handlers } from '../../http/mount.ts'
import { statistics } from './service.ts'

export const administrationHandlers: Handlers<typeof administration> = {
  getStatistics: async (context, { query }) => ({
    data: await statistics(context, query.timeZone ?? context.viewer.account.time_zone),
  }),
}
