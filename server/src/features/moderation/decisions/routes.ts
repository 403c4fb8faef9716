import type { decisions } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { recordLookOnce } from '../../operations/index.ts'
import { changeDecision } from './change-decision.ts'
import { withdrawBan } from '../approvals/decide-approval.ts'
import { decide, oneDecision } from './decide.ts'
import { listDecisions, listMyDecisions } from './list-decisions.ts'
import { previewDecision } from './preview-decision.ts'

export const decisionHandlers: Handlers<typeof decisions> = {
  previewDecision: async (context, { params, body }) => {
    const data = await previewDecision(context, context.viewer, params.id, body)
    await recordLookOnce(context, context.viewer, params.id)
    return { data }
  },
  decide: async (context, { params, body }) => ({ data: await decide(context, context.viewer, params.id, body) }),
  listDecisions: async (context, { params }) => {
    const data = await listDecisions(context, context.viewer, params.id)
    await recordLookOnce(context, context.viewer, params.id)
    return { data }
  },
  undoDecision: async (context, { params }) => ({
    data: { decision: (await changeDecision(context, context.viewer, params.id, { to: 'undone' })).decision },
  }),
  liftDecision: async (context, { params, body }) => ({
    data: await changeDecision(context, context.viewer, params.id, { to: 'lifted', ...body }),
  }),
  withdrawBan: async (context, { params }) => {
    await withdrawBan(context, context.viewer, params.id)
    return { data: { decision: await oneDecision(context, context.viewer, params.id) } }
  },
  listMyDecisions: async (context) => ({ data: { decisions: await listMyDecisions(context, context.viewer) } }),
}
