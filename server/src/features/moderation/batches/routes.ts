import type { batches } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { listBatches, listPeople, oneBatch } from './list-batches.ts'
import { previewBatch } from './preview-batch.ts'
import { startBatch } from './start-batch.ts'
import { stopBatch } from './stop-batch.ts'
import { undoBatch } from './undo-batch.ts'

export const batchHandlers: Handlers<typeof batches> = {
  listBatches: async (context, { query }) => ({ data: await listBatches(context, query.before, query.limit) }),
  previewBatch: async (context, { body }) => ({ data: await previewBatch(context, context.viewer, body) }),
  startBatch: async (context, { body }) => ({ data: { batch: await startBatch(context, context.viewer, body) } }),
  getBatch: async (context, { params }) => ({ data: { batch: await oneBatch(context, params.id) } }),
  listBatchPeople: async (context, { params, query }) => ({
    data: await listPeople(context, context.viewer, params.id, query),
  }),
  stopBatch: async (context, { params }) => ({ data: { batch: await stopBatch(context, context.viewer, params.id) } }),
  undoBatch: async (context, { params }) => ({ data: { batch: await undoBatch(context, context.viewer, params.id) } }),
}
