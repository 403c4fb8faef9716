import type { photoChecks } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { latestPhotoCheck } from './photo-checks.sql.ts'
import { requestPhotoCheck } from './request-photo-check.ts'
import { submitPhotoCheck } from './submit-photo-check.ts'
import { toPhotoCheck } from './to-photo-check.ts'

export const photoCheckHandlers: Handlers<typeof photoChecks> = {
  getPhotoCheck: async ({ db, viewer }) => {
    const latest = await latestPhotoCheck(db, viewer.account.id)
    return { data: { check: latest ? toPhotoCheck(latest) : null } }
  },
  askForPhotoCheck: async (context) => ({ data: { check: await requestPhotoCheck(context, context.viewer) } }),
  sendPhotoCheck: async (context, { body }) => ({
    data: { check: await submitPhotoCheck(context, context.viewer, body.publicId) },
  }),
}
