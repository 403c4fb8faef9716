import type { fraudWarnings } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { holdWarning, releaseWarning, previewNotice, previewWarning, readWarning } from './fraud.ts'
import { anyOf, noteReader } from '../blind-reviews/queries.ts'

export const fraudWarningHandlers: Handlers<typeof fraudWarnings> = {
  previewFraudWarning: async (context, { params }) => ({
    data: await previewWarning(context, context.viewer, params.id),
  }),
  previewFraudNotice: async (context, { params }) => ({
    data: {
      notice: await previewNotice(context, context.viewer, { subjectId: params.id, readerId: params.readerId }),
    },
  }),
  getFraudWarning: async (context, { params }) => {
    await noteReader(context.db, context.viewer.account.id, anyOf([params.id]))
    return { data: { warning: await readWarning(context, context.viewer, params.id) } }
  },
  holdFraudWarning: async (context, { params, body }) => ({
    data: { warning: await holdWarning(context, context.viewer, params.id, body.reason) },
  }),
  releaseFraudWarning: async (context, { params }) => ({
    data: { warning: await releaseWarning(context, context.viewer, params.id) },
  }),
}
