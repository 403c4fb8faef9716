import type { leaving } from '@kindred/contract'
import { assertFactor } from '../../http/factor.ts'
import type { Handlers } from '../../http/mount.ts'
import { days } from '../../infra/clock.ts'
import { asAccount, unitOfWork } from '../../work.ts'
import { confirmIdentity } from '../identity/index.ts'
import { downloadOwnData } from './download-own-data.ts'
import { cancelDeletion, requestDeletion } from './request-deletion.ts'

export const leavingHandlers: Handlers<typeof leaving> = {
  deleteAccount: async (context, { body }) => {
    await assertFactor(context, context.viewer)
    await confirmIdentity(context, context.viewer, body.password)
    const due = await requestDeletion(context, context.viewer.account)
    return { data: { deletionDueAt: due.toISOString() } }
  },
  exportOwnData: async (context) => {
    const { sessionId, account } = context.viewer
    await context.budgets.spend([{ key: `export:${account.id}`, limit: 3, within: days(1) }])
    await unitOfWork(context, asAccount(account), (work) =>
      work.jobs.add(work.tx, 'export-own', { accountId: account.id, sessionId }),
    )
    return { done: true }
  },
  downloadOwnData: async (context, { body }) => downloadOwnData(context, body.token),
  restoreAccount: async (context) => {
    await cancelDeletion(context, context.viewer.account)
    return { done: true }
  },
}
