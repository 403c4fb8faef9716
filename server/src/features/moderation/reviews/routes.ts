import type { reviews } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { decideCheck, reviewPicture } from './decide-reviews.ts'
import { listWaiting } from './list-waiting.ts'

export const reviewHandlers: Handlers<typeof reviews> = {
  listWaitingPictures: async (context) => ({ data: await listWaiting(context, context.viewer) }),
  reviewPicture: async (context, { params, body }) => {
    await reviewPicture(context, context.viewer, params.id, body)
    return { done: true }
  },
  decidePhotoCheck: async (context, { params, body }) => {
    await decideCheck(context, context.viewer, params.id, body.accepted)
    return { done: true }
  },
}
