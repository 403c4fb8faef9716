import type { labels } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { addLabel, deleteLabel, editLabel, removeLabel } from './labels.ts'
import { findLabels, toLabel } from './queries.ts'

export const labelHandlers: Handlers<typeof labels> = {
  listLabels: async ({ db }) => ({ data: { labels: (await findLabels(db)).map(toLabel) } }),
  addLabel: async (context, { params, body }) => ({
    data: { labels: await addLabel(context, context.viewer, params, body) },
  }),
  removeLabel: async (context, { params }) => ({
    data: { labels: await removeLabel(context, context.viewer, params) },
  }),
  editLabel: async (context, { params, body }) => ({
    data: { label: await editLabel(context, context.viewer, params.labelId, body) },
  }),
  deleteLabel: async (context, { params }) => {
    await deleteLabel(context, context.viewer, params.labelId)
    return { done: true }
  },
}
