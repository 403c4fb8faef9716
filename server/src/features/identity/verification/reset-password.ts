import type { Deps } from '../../../deps.ts'
import { hours, minutes } from '../../../infra/clock.ts'
import { asMember, SYSTEM, unitOfWork, type Work } from '../../../work.ts'
import { queueMail } from '../../delivery/index.ts'
import { audit } from '../../operations/index.ts'
import { accountExists, lockIfNeverVerified, savePasswordHash } from '../account/accounts.sql.ts'
import { claimForMailboxOwner } from '../account/claim-for-mailbox-owner.ts'
import { choosePassword } from '../passwords/choose-password.ts'
import { issueSecret } from '../secrets/issue-secret.ts'
import { redeemToken } from '../secrets/redeem-secret.ts'
import { revokeAllSecrets } from '../secrets/revoke-secrets.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { findOwnerOfReset, markVerified } from './verification.sql.ts'
import { secretExpired } from './verify-email.ts'

const RESET_LASTS = minutes(15)

/** Emails a link to choose a new password. It runs as a job, so that timing doesn't reveal if an account exists. */
export async function sendResetLink(context: Deps, accountId: string): Promise<void> {
  if (!(await context.budgets.allows({ key: `forgot:to:${accountId}`, limit: 20, within: hours(1) }))) return
  await unitOfWork(context, SYSTEM, async (work) => {
    if (await accountExists(work.tx, accountId)) await mailResetLink(work, accountId, { allowSeveral: true })
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

/** Sets a new password by the emailed link. The link also proves that the mailbox is theirs. */
export async function resetPassword(context: Deps, token: string, password: string): Promise<void> {
  const owner = await findOwnerOfReset(context.db, token, context.clock.now())
  if (!owner) throw secretExpired()
  const hash = await choosePassword(context, password, owner)
  await unitOfWork(context, SYSTEM, async (work) => {
    const { tx, now } = work
    const accountId = (await redeemToken(tx, 'reset-password', token, now))?.account_id
    if (!accountId) throw secretExpired()
    if (await lockIfNeverVerified(tx, accountId)) await claimForMailboxOwner(work, accountId)
    await markVerified(tx, accountId, now)
    await savePasswordHash(tx, accountId, hash)
    await revokeAllSecrets(tx, accountId, now)
    await endSessions(work, { accountId }, 'password_changed')
    await queueMail(work, { to: accountId, kind: 'password-changed', details: { at: now } })
    await audit(work, { actor: asMember(accountId), action: 'password.reset', subjectId: accountId })
  })
}
