import type { profile } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { isOnboarded } from '../users/users.ts'
import { toOwnUser } from '../users/to-own-user.ts'
import { changeProfile } from './profile.ts'

export const profileHandlers: Handlers<typeof profile> = {
  completeProfile: async (context, { body }) => {
    const { account, profile } = await changeProfile(context, context.viewer, body, true)
    const onboardingComplete = isOnboarded(account, profile)
    return { account: { user: toOwnUser(context, context.viewer.sessionId, account, profile) }, onboardingComplete }
  },
  editProfile: async (context, { body }) => {
    const { account, profile } = await changeProfile(context, context.viewer, body, false)
    return { update: { user: toOwnUser(context, context.viewer.sessionId, account, profile) } }
  },
}
