import type { leaving } from '@kindred/contract'
import type { Handlers } from '../../http/mount.ts'
import { confirmIdentity } from '../account/service.ts'
import * as service from './service.ts'

export const leavingHandlers: Handlers<typeof leaving> = {
  deleteAccount: async (context, { body }) => {
    await confirmIdentity(context, context.viewer, body.password)
    const due = await service.askForDeletion(context, context.viewer.account)
    return { data: { deletionDueAt: due.toISOString() } }
  },
  restoreAccount: async (context) => {
    await service.cancelDeletion(context, context.viewer.account)
    return { done: true }
  },
}
