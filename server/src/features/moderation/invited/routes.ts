import type { invited } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { asStaff, unitOfWork } from '../../../work.ts'
import { invitedOf, setBranch } from '../../identity/index.ts'
import { recordLookOnce } from '../../operations/index.ts'
import { assertMayActOnId } from '../administration/may-act.ts'
import { assertMayLookAt, readUser } from '../user-details/user-details.ts'

export const invitedHandlers: Handlers<typeof invited> = {
  getInvited: async (context, { params }) => {
    await assertMayLookAt(context.db, context.viewer.account, params.id)
    await readUser(context.db, params.id)
    const data = { invited: await invitedOf(context, params.id) }
    await recordLookOnce(context, context.viewer, params.id)
    return { data }
  },
  setBranch: async (context, { params, body }) => ({
    data: await unitOfWork(context, asStaff(context.viewer.account.id), async (work) => {
      await readUser(work.tx, params.id)
      await assertMayActOnId(work.tx, context.viewer.account, params.id)
      return setBranch(work, params.id, body.mayInvite)
    }),
  }),
}
