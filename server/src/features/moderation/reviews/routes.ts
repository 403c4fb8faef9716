import type { reviews } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { decideCheck, reviewPicture, reviewVoice, undoReview } from './decide-reviews.ts'
import { listWaiting } from './list-waiting.ts'
import { readWaitingVoice } from './read-waiting-voice.ts'

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
  undoPictureReview: async (context, { params }) => {
    await undoReview(context, context.viewer, 'picture', params.id)
    return { done: true }
  },
  undoVoiceReview: async (context, { params }) => {
    await undoReview(context, context.viewer, 'voice', params.id)
    return { done: true }
  },
  undoPhotoCheck: async (context, { params }) => {
    await undoReview(context, context.viewer, 'check', params.id)
    return { done: true }
  },
  decidePhotoCheck: async (context, { params, body }) => {
    await decideCheck(context, context.viewer, params.id, body.accepted)
    return { done: true }
  },
}
