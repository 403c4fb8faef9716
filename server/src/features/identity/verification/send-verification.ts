import type { Deps } from '../../../deps.ts'
import { hours, minutes } from '../../../infra/clock.ts'
import { SYSTEM, unitOfWork, type Work } from '../../../work.ts'
import { queueMail } from '../../delivery/index.ts'
import { isRefusedAccount } from '../account/banned-addresses.ts'
import { lockIfUnverified } from '../account/accounts.sql.ts'
import { issueSecret } from '../secrets/issue-secret.ts'
import { saveVerificationSent } from './verification.sql.ts'

const LINK_LASTS = hours(24)
const CODE_LASTS = minutes(10)

/** Sends the code and the link that verify an address, or a notice that it can't be used (banned-addresses.ts). */
export async function sendVerification(
  work: Work<'config' | 'jobs' | 'keys' | 'lastingKeys'>,
  accountId: string,
): Promise<void> {
  const { token, code } = await issueSecret(work, {
    purpose: 'verify-email',
    accountId,
    validFor: LINK_LASTS,
    codeValidFor: CODE_LASTS,
  })
  const link = `${work.config.PUBLIC_URL}/verify-email#token=${token}`
  if (await isRefusedAccount(work, accountId))
    await queueMail(work, { to: accountId, kind: 'address-refused', details: {} })
  else await queueMail(work, { to: accountId, kind: 'verification', details: { code, link } })
  await saveVerificationSent(work.tx, accountId, work.now)
}

/** Runs as a job, so that the time of a request doesn't reveal whether there was an email to send. */
export async function resendVerification(context: Deps, accountId: string): Promise<void> {
  if (!(await context.budgets.allows({ key: `resend:to:${accountId}`, limit: 20, within: hours(1) }))) return
  await unitOfWork(context, SYSTEM, async (work) => {
    if (await lockIfUnverified(work.tx, accountId)) await sendVerification(work, accountId)
  })
}
