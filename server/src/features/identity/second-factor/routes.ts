import type { secondFactors } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { minutes } from '../../../infra/clock.ts'
import { removeOwnSecondFactor } from './remove-second-factor.ts'
import { countUnusedRecoveryCodes } from './second-factor.sql.ts'
import { confirmSetup, startSetup } from './set-up-second-factor.ts'
import { stepUp } from './step-up.ts'
import { isStaff } from '../../../infra/staff.ts'

export const secondFactorHandlers: Handlers<typeof secondFactors> = {
  getSecondFactor: async ({ db, viewer, config }) => {
    const recoveryCodesLeft = await countUnusedRecoveryCodes(db, viewer.account.id)
    const required = isStaff(viewer.account) && config.STAFF_2FA === 'required'
    return { data: { enabled: viewer.hasCode, recoveryCodesLeft, required } }
  },
  startSecondFactor: async (context) => ({ data: await startSetup(context, context.viewer) }),
  confirmSecondFactor: async (context, { body }) => {
    await context.budgets.spend([{ key: `second-factor:${context.viewer.account.id}`, limit: 10, within: minutes(15) }])
    return { data: { recoveryCodes: await confirmSetup(context, context.viewer, body.code) } }
  },
  removeSecondFactor: async (context) => {
    await removeOwnSecondFactor(context, context.viewer)
    return { done: true }
  },
  stepUp: async (context, { body }) => {
    await stepUp(context, body)
    return { done: true }
  },
}
