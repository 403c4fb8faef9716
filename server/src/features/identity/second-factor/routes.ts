import { ApiError, type secondFactors } from '@kindred/contract'
import type { Context, Handlers } from '../../../http/mount.ts'
import type { Viewer } from '../../../http/session.ts'
import { minutes } from '../../../infra/clock.ts'
import { elevateSession, stepUpTries } from '../sessions/service.ts'
import { asAccount } from '../../../work.ts'
import { checkSecondFactor, confirmSetup, removeSecondFactor, startSetup } from './service.ts'

export const secondFactorHandlers: Handlers<typeof secondFactors> = {
  getSecondFactor: async ({ db, viewer, config }) => {
    const { left } = await db
      .selectFrom('recovery_codes')
      .select((eb) => eb.fn.countAll<number>().as('left'))
      .where('account_id', '=', viewer.account.id)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow()
    const required = viewer.account.is_admin && config.STAFF_2FA === 'required'
    return { data: { enabled: viewer.hasCode, recoveryCodesLeft: left, required } }
  },
  startSecondFactor: async (context) => ({ data: await startSetup(context, context.viewer) }),
  confirmSecondFactor: async (context, { body }) => {
    await context.budgets.spend([{ key: `second-factor:${context.viewer.account.id}`, limit: 10, within: minutes(15) }])
    return { data: { recoveryCodes: await confirmSetup(context, context.viewer, body.code) } }
  },
  removeSecondFactor: async (context) => {
    const { account, hasStaffPasskey } = context.viewer
    if (account.is_admin && context.config.STAFF_2FA === 'required' && !hasStaffPasskey)
      throw new ApiError('conflict', 'Administrators here need a second factor. An operator can reset it.')
    await removeSecondFactor(context, account.id, asAccount(account))
    return { done: true }
  },
  stepUp: async (context, { body }) => {
    const { viewer, budgets, db, clock } = context
    await budgets.spend(stepUpTries(viewer))
    if (!(await proves(context, body))) throw new ApiError('invalid_credentials', refusalFor(viewer))
    await elevateSession(db, viewer, clock.now())
    return { done: true }
  },
}

function refusalFor({ hasCode, hasSecondFactor, account }: Viewer): string {
  if (hasCode) return 'That code is not right.'
  if (hasSecondFactor) return 'Please confirm with your passkey.'
  // A fresh sign-in counts as a proof.
  if (account.password_hash === null) return 'You have no password. Please sign in again, then repeat this.'
  return 'That password is not right.'
}

/** Whoever has a second factor steps up by it; the others by their password. */
async function proves(
  context: Context & { viewer: NonNullable<Context['viewer']> },
  { password, code }: { password?: string | undefined; code?: string | undefined },
): Promise<boolean> {
  const { account, hasSecondFactor } = context.viewer
  if (hasSecondFactor) return code !== undefined && checkSecondFactor(context, account.id, code)
  return context.passwords.matches(account.password_hash, password ?? '')
}
