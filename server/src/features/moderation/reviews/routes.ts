import type { reviews } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { decideCheck, reviewPicture, waiting } from './service.ts'

export const reviewHandlers: Handlers<typeof reviews> = {
  listWaitingPictures: async (context) => ({ data: await waiting(context, context.viewer) }),
  reviewPicture: async (context, { params, body }) => {
    await reviewPicture(context, context.viewer, params.id, body)
    return { done: true }
  },
  decidePhotoCheck: async (context, { params, body }) => {
    await decideCheck(context, context.viewer, params.id, body.accepted)
    return { done: true }
  },
}
