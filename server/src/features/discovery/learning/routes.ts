import type { order } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { pinOrder, setOrderOutcomes, showOrder } from './outcomes.ts'

export const orderHandlers: Handlers<typeof order> = {
  getOrder: async (context) => ({ data: await showOrder(context) }),
  pinOrder: async (context, { body }) => ({ data: await pinOrder(context, context.viewer, body.version) }),
  setOrderOutcomes: async (context, { body }) => ({ data: await setOrderOutcomes(context, context.viewer, body.on) }),
}
