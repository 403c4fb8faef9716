import type { profile } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { duties, ownUser } from '../users/service.ts'
import { change } from './service.ts'

export const profileHandlers: Handlers<typeof profile> = {
  completeProfile: async (context, { body }) => {
    const { account, profile } = await change(context, context.viewer, body, true)
    const { onboardingComplete } = duties(account, profile)
    return { account: { user: ownUser(context, context.viewer.sessionId, account, profile) }, onboardingComplete }
  },
  editProfile: async (context, { body }) => {
    const { account, profile } = await change(context, context.viewer, body, false)
    return { update: { user: ownUser(context, context.viewer.sessionId, account, profile) } }
  },
}
