import type { batches } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { list, one, people, preview, start, stop, undo } from './service.ts'

export const batchHandlers: Handlers<typeof batches> = {
  listBatches: async (context, { query }) => ({ data: await list(context, query.before, query.limit) }),
  previewBatch: async (context, { body }) => ({ data: await preview(context, context.viewer, body) }),
  startBatch: async (context, { body }) => ({ data: { batch: await start(context, context.viewer, body) } }),
  getBatch: async (context, { params }) => ({ data: { batch: await one(context, params.id) } }),
  listBatchPeople: async (context, { params, query }) => ({
    data: await people(context, params.id, query.after, query.limit),
  }),
  stopBatch: async (context, { params }) => ({ data: { batch: await stop(context, context.viewer, params.id) } }),
  undoBatch: async (context, { params }) => ({ data: { batch: await undo(context, context.viewer, params.id) } }),
}
