import type { userDetails as calls } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { recordLookOnce } from '../../operations/index.ts'
import { assertMayLookAt } from './assert-may-look-at.ts'
import { cancelEmailChange } from './cancel-email-change.ts'
import { endSessionsOf } from './end-sessions.ts'
import { revealUser, userDetails, userFigures } from './read-user-details.ts'
import { readUserVoice } from './read-user-voice.ts'

export const userDetailsHandlers: Handlers<typeof calls> = {
  getDossier: async (context, { params }) => {
    await assertMayLookAt(context.db, context.viewer.account, params.id)
    return { data: await userDetails(context, context.viewer, params.id) }
  },
  getUserVoice: async (context, { params }) => {
    await assertMayLookAt(context.db, context.viewer.account, params.id)
    return { data: { voice: await readUserVoice(context, context.viewer, params.id) } }
  },
  getUserFigures: async (context, { params }) => {
    const data = await userFigures(context, context.viewer, params.id)
    await recordLookOnce(context, context.viewer, params.id)
    return { data }
  },
  revealUser: async (context, { params, body }) => {
    await assertMayLookAt(context.db, context.viewer.account, params.id)
    return { data: await revealUser(context, context.viewer, params.id, body.reason) }
  },
  cancelEmailChange: async (context, { params }) => {
    await cancelEmailChange(context, context.viewer, params.id)
    return { done: true }
  },
  endSessionsOf: (context, { params }) => endSessionsOf(context, context.viewer, params.id),
}
