import type { invitations } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { answerAdmission, applyToJoin, assertUsable, enterInvitation, ownAdmission } from './admission.ts'
import { createOwnInvitation, endOwnInvitation, ownInvitations } from './own-invitations.ts'
import { createInvitation, endInvitation, listInvitations } from './team-invitations.ts'

export const invitationHandlers: Handlers<typeof invitations> = {
  checkInvitation: async (context, { body }) => {
    await assertUsable(context, body.code)
    return { done: true }
  },
  getAdmission: async (context) => ({ data: { admission: await ownAdmission(context, context.viewer.account.id) } }),
  enterInvitation: async (context, { body }) => {
    await enterInvitation(context, context.viewer.account, body.code)
    return { data: { admission: await ownAdmission(context, context.viewer.account.id) } }
  },
  applyToJoin: async (context, { body }) => {
    await applyToJoin(context, context.viewer.account, body.answers)
    return { data: { admission: await ownAdmission(context, context.viewer.account.id) } }
  },
  answerAdmission: async (context, { body }) => {
    await answerAdmission(context, context.viewer.account, body.message)
    return { data: { admission: await ownAdmission(context, context.viewer.account.id) } }
  },
  listMyInvitations: async (context) => ({ data: await ownInvitations(context, context.viewer.account.id) }),
  createMyInvitation: async (context) => ({ data: await createOwnInvitation(context, context.viewer.account) }),
  endMyInvitation: async (context, { params }) => ({
    data: await endOwnInvitation(context, context.viewer.account, params.id),
  }),
  listInvitations: async (context, { query }) => ({ data: await listInvitations(context, query.before, query.limit) }),
  createInvitation: async (context, { body }) => ({
    data: { invitation: await createInvitation(context, context.viewer, body) },
  }),
  revokeInvitation: async (context, { params }) => ({
    data: { invitation: await endInvitation(context, context.viewer, params.id) },
  }),
}
