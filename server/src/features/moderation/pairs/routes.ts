import type { pairs } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { assertMayHandle } from '../reports/read-reports.ts'
import { readPair, readPairMessages } from './read-pair.ts'

export const pairHandlers: Handlers<typeof pairs> = {
  getReportPair: async (context, { params }) => {
    await assertMayHandle(context.db, context.viewer.account, params.id)
    return { data: { pair: await readPair(context, context.viewer, params.id) } }
  },
  getPairMessages: async (context, { params, query }) => {
    await assertMayHandle(context.db, context.viewer.account, params.id)
    return { data: await readPairMessages(context, context.viewer, params.id, query.before) }
  },
}
