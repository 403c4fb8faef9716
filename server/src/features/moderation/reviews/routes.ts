import type { reviews } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { decideCheck, reviewPicture } from './decide-reviews.ts'
import { listWaiting } from './list-waiting.ts'
import { readWaitingVoice, reviewVoice } from './review-voice.ts'

export const reviewHandlers: Handlers<typeof reviews> = {
  listWaitingPictures: async (context) => ({ data: await listWaiting(context, context.viewer) }),
  reviewPicture: async (context, { params, body }) => {
    await reviewPicture(context, context.viewer, params.id, body)
    return { done: true }
  },
  getWaitingVoice: async (context, { params }) => ({ data: { voice: await readWaitingVoice(context, params.id) } }),
  reviewVoice: async (context, { params, body }) => {
    await reviewVoice(context, context.viewer, params.id, body)
    return { done: true }
  },
  decidePhotoCheck: async (context, { params, body }) => {
    await decideCheck(context, context.viewer, params.id, body.accepted)
    return { done: true }
  },
}
