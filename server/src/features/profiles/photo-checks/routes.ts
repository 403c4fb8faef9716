import type { photoChecks } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { askForCheck, currentCheck, sendCheck } from './service.ts'

export const photoCheckHandlers: Handlers<typeof photoChecks> = {
  getPhotoCheck: async ({ db, viewer }) => ({ data: { check: await currentCheck(db, viewer.account.id) } }),
  askForPhotoCheck: async (context) => ({ data: { check: await askForCheck(context, context.viewer) } }),
  sendPhotoCheck: async (context, { body }) => ({
    data: { check: await sendCheck(context, context.viewer, body.publicId) },
  }),
}
