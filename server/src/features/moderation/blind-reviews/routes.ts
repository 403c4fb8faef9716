import type { blindReviews } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import {
  answerLook,
  closeLook,
  escalateBlindReview,
  openCase,
  listBlindReviews,
  listWaitingLooks,
  readAgreement,
} from './blind-reviews.ts'

export const blindReviewHandlers: Handlers<typeof blindReviews> = {
  listWaitingLooks: async (context, { query }) => ({ data: await listWaitingLooks(context, context.viewer, query) }),
  listBlindReviews: async (context, { query }) => ({ data: await listBlindReviews(context, context.viewer, query) }),
  getAgreement: async (context) => ({ data: { agreement: await readAgreement(context) } }),
  getBlindReviewCase: async (context, { params }) => ({
    data: { case: await openCase(context, context.viewer, params.id) },
  }),
  answerBlindReview: async (context, { params, body }) => ({
    data: { look: await answerLook(context, context.viewer, params.id, body) },
  }),
  raiseBlindReview: async (context, { params, body }) => ({
    data: { look: await escalateBlindReview(context, context.viewer, params.id, body.note) },
  }),
  closeBlindReview: async (context, { params, body }) => ({
    data: { look: await closeLook(context, context.viewer, params.id, body.note) },
  }),
}
