import type { secondLooks } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import {
  answerLook,
  closeLook,
  raiseLook,
  openCase,
  listSecondLooks,
  listWaitingLooks,
  readAgreement,
} from './second-looks.ts'

export const secondLookHandlers: Handlers<typeof secondLooks> = {
  listWaitingLooks: async (context, { query }) => ({ data: await listWaitingLooks(context, context.viewer, query) }),
  listSecondLooks: async (context, { query }) => ({ data: await listSecondLooks(context, context.viewer, query) }),
  getAgreement: async (context) => ({ data: { agreement: await readAgreement(context) } }),
  getSecondLookCase: async (context, { params }) => ({
    data: { case: await openCase(context, context.viewer, params.id) },
  }),
  answerSecondLook: async (context, { params, body }) => ({
    data: { look: await answerLook(context, context.viewer, params.id, body) },
  }),
  raiseSecondLook: async (context, { params, body }) => ({
    data: { look: await raiseLook(context, context.viewer, params.id, body.note) },
  }),
  closeSecondLook: async (context, { params, body }) => ({
    data: { look: await closeLook(context, context.viewer, params.id, body.note) },
  }),
}
