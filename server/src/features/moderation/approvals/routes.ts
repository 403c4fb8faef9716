import type { approvals } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { approve, decline, list, type Consequences } from './service.ts'

export const approvalHandlers = (to: Consequences): Handlers<typeof approvals> => ({
  listApprovals: async (context, { query }) => ({ data: await list(context, context.viewer, query) }),
  approve: async (context, { params }) => ({
    data: { approval: await approve(context, context.viewer, params.id, to) },
  }),
  declineApproval: async (context, { params, body }) => ({
    data: { approval: await decline(context, context.viewer, params.id, to, body.reason) },
  }),
})
