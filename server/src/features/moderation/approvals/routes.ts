import type { approvals } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { approve, decline, objectTo } from './decide-approval.ts'
import { listApprovals, listObjections } from './list-approvals.ts'

export const approvalHandlers: Handlers<typeof approvals> = {
  listApprovals: async (context, { query }) => ({ data: await listApprovals(context, context.viewer, query) }),
  approve: async (context, { params }) => ({ data: { approval: await approve(context, context.viewer, params.id) } }),
  declineApproval: async (context, { params, body }) => ({
    data: { approval: await decline(context, context.viewer, params.id, body.reason) },
  }),
  listObjections: async (context) => ({ data: { requests: await listObjections(context, context.viewer) } }),
  objectTo: async (context, { params, body }) => {
    await objectTo(context, context.viewer, params.id, body.reason)
    return { done: true }
  },
}
