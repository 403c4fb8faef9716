import type { applications } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { asStaff, unitOfWork } from '../../../work.ts'
import { decideApplication } from '../../identity/index.ts'
import { assertMayActOnId } from '../administration/may-act.ts'
import { listApplications, oneApplication } from './applications.ts'

export const applicationHandlers: Handlers<typeof applications> = {
  listApplications: async (context, { query }) => ({
    data: await listApplications(context, context.viewer, { ...query, isOpen: query.open === 'true' }),
  }),
  getApplication: async (context, { params }) => ({
    data: { application: await oneApplication(context, context.viewer, params.id) },
  }),
  decideApplication: async (context, { params, body }) => {
    await unitOfWork(context, asStaff(context.viewer.account.id), async (work) => {
      await assertMayActOnId(work.tx, context.viewer.account, params.id)
      await decideApplication(work, context.viewer, params.id, body)
    })
    return { data: { application: await oneApplication(context, context.viewer, params.id) } }
  },
}
