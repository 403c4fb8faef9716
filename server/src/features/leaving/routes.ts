import type { leaving } from '@kindred/contract'
import type { Handlers } from '../../http/mount.ts'
import { confirmIdentity } from '../identity/index.ts'
import { days } from '../../infra/clock.ts'
import * as service from './service.ts'
import { asMember, unitOfWork } from '../../work.ts'

export const leavingHandlers: Handlers<typeof leaving> = {
  deleteAccount: async (context, { body }) => {
    await confirmIdentity(context, context.viewer, body.password)
    const due = await service.askForDeletion(context, context.viewer.account)
    return { data: { deletionDueAt: due.toISOString() } }
  },
  exportOwnData: async (context) => {
    const { sessionId, account } = context.viewer
    const { id } = account
    await context.budgets.spend([{ key: `export:${id}`, limit: 3, within: days(1) }])
    await unitOfWork(context, asMember(id), (work) =>
      work.jobs.add(work.tx, 'export-own', { accountId: id, sessionId }),
    )
    return { done: true }
  },
  restoreAccount: async (context) => {
    await service.cancelDeletion(context, context.viewer.account)
    return { done: true }
  },
}
