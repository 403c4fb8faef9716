import { ApiError, message } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { asMember, SYSTEM, type Opening, unitOfWork, type Work } from '../../../work.ts'
import { applyWaitingMove } from '../../profiles/index.ts'
import { isAddressReplaced, lockIfNeverVerified } from '../account/accounts.sql.ts'
import { isRefusedAccount } from '../account/banned-addresses.ts'
import { revokePriorCredentials } from '../account/revoke-prior-credentials.ts'
import { redeemCode, redeemToken } from '../secrets/redeem-secret.ts'
import { revokeSecrets } from '../secrets/revoke-secrets.ts'
import { accountOfHandle } from './verification-handle.ts'
import { markVerified } from './verification.sql.ts'

type VerificationInput = {
  token?: string | undefined
  verificationToken?: string | undefined
  code?: string | undefined
}

export const secretExpired = () =>
  new ApiError('invalid_secret', 'This code or link has expired. Please ask for a new one.')

const wrongCode = (count: number) =>
  new ApiError(
    'invalid_secret',
    count === 0
      ? 'This code isn’t right, and you have no tries left. Please ask for a new one.'
      : message(
          'This code isn’t right. You have {count, plural, one {# try} other {# tries}} left, ' +
            'or you can ask for a new one.',
          { count },
        ),
  )

/** `isOwner` is true if proving the address alone may give access to the account. */
type Verified = { accountId: string; isOwner: boolean }

/**
 * Someone who opens the link in another browser than the one that created the account may not know about it. They get
 * the account without the credentials that were set up in it. An account whose address staff changed already has an
 * owner, who signs in as before: the new mailbox proves the address only.
 */
export async function verifyEmail(
  context: Opening & Pick<Deps, 'keys' | 'bus' | 'lastingKeys'>,
  input: VerificationInput,
  viewerId: string | undefined,
): Promise<Verified> {
  const verified = await unitOfWork(context, viewerId ? asMember(viewerId) : SYSTEM, async (work) => {
    const redeemed = await redeem(work, input, viewerId)
    if (redeemed instanceof ApiError) return redeemed
    const accountId = redeemed
    if (!accountId || (await isRefusedAccount(work, accountId))) return secretExpired()
    const isOwner = viewerId === accountId || !(await isAddressReplaced(work.tx, accountId))
    const isElsewhere = input.token !== undefined && viewerId !== accountId
    if (isElsewhere && (await lockIfNeverVerified(work.tx, accountId))) await revokePriorCredentials(work, accountId)
    await markVerified(work.tx, accountId, work.now)
    await applyWaitingMove(work.tx, accountId, work.now)
    await revokeSecrets(work.tx, accountId, ['verify-email'], work.now)
    return { accountId, isOwner }
  })
  // Thrown after the commit, which saves that a wrong code used up an attempt.
  if (verified instanceof ApiError) throw verified
  return verified
}

async function redeem(
  work: Work<'keys'>,
  { token, verificationToken, code }: VerificationInput,
  viewerId: string | undefined,
): Promise<string | ApiError | undefined> {
  if (token !== undefined) return (await redeemToken(work.tx, 'verify-email', token, work.now))?.account_id ?? undefined
  const accountId = verificationToken === undefined ? viewerId : accountOfHandle(work.keys, verificationToken)
  if (!accountId || code === undefined) return undefined
  const tried = await redeemCode(work, 'verify-email', accountId, code.replace(/[\s-]/g, ''))
  return tried && (tried.isRight ? accountId : wrongCode(tried.triesLeft))
}
