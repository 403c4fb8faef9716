import type { pairs } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { readPair, readPairMessages } from './read-pair.ts'

export const pairHandlers: Handlers<typeof pairs> = {
  getReportPair: async (context, { params }) => ({ data: { pair: await readPair(context, params.id) } }),
  getPairMessages: async (context, { params }) => ({
    data: { messages: await readPairMessages(context, context.viewer, params.id) },
  }),
}
