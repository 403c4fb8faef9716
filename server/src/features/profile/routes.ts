import type { profile } from '@kindred/contract'
import type { Handlers } from '../../http/mount.ts'
import { duties, ownUser } from '../users/service.ts'
import * as queries from './queries.ts'
import { change } from './service.ts'

export const profileHandlers: Handlers<typeof profile> = {
  completeProfile: async (context, { body }) => {
    const { account, profile } = await change(context, context.viewer, body, true)
    const { onboardingComplete } = duties(account, profile)
    return { account: { user: ownUser(account, profile, context.clock.now()) }, onboardingComplete }
  },
  editProfile: async (context, { body }) => {
    const { account, profile } = await change(context, context.viewer, body, false)
    return { update: { user: ownUser(account, profile, context.clock.now()) } }
  },
  showLastActive: async ({ db, viewer }, { body }) => {
    await queries.setShowLastActive(db, viewer.account.id, body.showLastActive)
    return { data: { privacySettings: body } }
  },
}
