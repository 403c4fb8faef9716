import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { hours, later, minutes } from '../../../infra/clock.ts'
import { asMember, SYSTEM, unitOfWork, type Work } from '../../../work.ts'
import { queueMail } from '../../delivery/index.ts'
import { audit } from '../../operations/index.ts'
import { accountExists, lockIfNeverVerified, savePasswordHash } from '../account/accounts.sql.ts'
import { isRefusedAccount } from '../account/banned-addresses.ts'
import { revokePriorCredentials } from '../account/revoke-prior-credentials.ts'
import { choosePassword } from '../passwords/choose-password.ts'
import { CREDENTIALS_ARE_NEW_FOR, mailOwners } from '../recovery/mail-owners.ts'
import { deleteNewer } from '../recovery/suspended.sql.ts'
import { checkSecondFactor } from '../second-factor/check-second-factor.ts'
import { findConfirmedFactor } from '../second-factor/second-factor.sql.ts'
import { issueSecret } from '../secrets/issue-secret.ts'
import { redeemToken } from '../secrets/redeem-secret.ts'
import { revokeAllSecrets } from '../secrets/revoke-secrets.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { findOwnerOfReset, markVerified } from './verification.sql.ts'
import { secretExpired } from './verify-email.ts'

const RESET_LASTS = minutes(15)

/**
 * Limits reset links. When the limit is reached, the oldest of these links is still valid for five minutes, so that a
 * stranger who keeps requesting links can't leave the owner without one.
 */
const resets = (accountId: string) => ({ key: `forgot:to:${accountId}`, limit: 5, within: minutes(10) })

/** Runs as a job, so that timing doesn't reveal whether an account exists. */
export async function sendResetLink(context: Deps, accountId: string): Promise<void> {
  if (!(await context.budgets.allows(resets(accountId)))) return
  await unitOfWork(context, SYSTEM, async (work) => {
    if (!(await accountExists(work.tx, accountId))) return
    if (await isRefusedAccount(work, accountId))
      await queueMail(work, { to: accountId, kind: 'address-refused', details: {} })
    else await mailResetLink(work, accountId, { allowSeveral: true })
  })
}

export async function mailResetLink(
  work: Work<'config' | 'jobs' | 'keys'>,
  accountId: string,
  options: { allowSeveral?: true } = {},
): Promise<void> {
  const { token } = await issueSecret(work, {
    purpose: 'reset-password',
    accountId,
    validFor: RESET_LASTS,
    ...options,
  })
  const link = `${work.config.PUBLIC_URL}/reset-password#token=${token}`
  await queueMail(work, { to: accountId, kind: 'reset-password', details: { link } })
}

type NewPassword = { token: string; password: string; code?: string | undefined }

/**
 * The link also proves that the mailbox is theirs. Someone who knew the old password may have added other ways to sign
 * in, so those younger than 30 days end with it, unless the owner proves an older second factor.
 */
export async function resetPassword(context: Deps, { token, password, code }: NewPassword): Promise<void> {
  const owner = await findOwnerOfReset(context.db, token, context.clock.now())
  if (!owner) throw secretExpired()
  const hash = await choosePassword(context, password, owner)
  const keepsNewer = code !== undefined && (await proveOlderFactor(context, owner.id, code))
  await unitOfWork(context, SYSTEM, async (work) => {
    const { tx, now } = work
    const isRedeemed = (await redeemToken(tx, 'reset-password', token, now)) !== undefined
    if (!isRedeemed || (await isRefusedAccount(work, owner.id))) throw secretExpired()
    if (await lockIfNeverVerified(tx, owner.id)) await revokePriorCredentials(work, owner.id)
    await markVerified(tx, owner.id, now)
    if (!keepsNewer) await deleteNewer(tx, owner.id, later(now, -CREDENTIALS_ARE_NEW_FOR), now)
    await savePasswordHash(tx, owner.id, hash)
    await revokeAllSecrets(tx, owner.id, now)
    await endSessions(work, { accountId: owner.id }, 'password_changed')
    await mailOwners(work, owner.id, (link) => ({ kind: 'password-changed', details: { at: now, ...link } }))
    await audit(work, { actor: asMember(owner.id), action: 'password.reset', subjectId: owner.id })
  })
}

/** A wrong code keeps the link, so that a typo costs nothing. A newer factor may be the thief's and proves nothing. */
async function proveOlderFactor(context: Deps, accountId: string, code: string): Promise<true> {
  const { db, clock, budgets } = context
  await budgets.spend([{ key: `second-factor:${accountId}`, limit: 20, within: hours(1) }])
  const factor = await findConfirmedFactor(db, accountId)
  const isOlder = factor?.confirmed_at && factor.confirmed_at <= later(clock.now(), -CREDENTIALS_ARE_NEW_FOR)
  if (!isOlder || !(await checkSecondFactor(context, accountId, code)))
    throw new ApiError(
      'invalid_credentials',
      'Wrong code, or two-step verification has been on for less than 30 days.',
      {
        errors: [{ path: 'code', msg: 'Wrong code.' }],
      },
    )
  return true
}
