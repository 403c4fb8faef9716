import { ApiError, type SignedIn } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { deviceOf, type Caller } from '../../../http/caller.ts'
import type { Account } from '../../../http/session.ts'
import { days, later } from '../../../infra/clock.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { asAccount, unitOfWork, type Work } from '../../../work.ts'
import { queueMail } from '../../delivery/index.ts'
import { onboardingOf, toOwnUser, findProfile } from '../../profiles/index.ts'
import { lockAccountForShare } from '../account/accounts.sql.ts'
import { passkeyExists } from '../passkeys/passkeys.sql.ts'
import { openSession } from '../sessions/open-session.ts'
import { verificationHandleOf } from '../verification/verification-handle.ts'
import { insertSignIn, isNewDevice } from './sign-ins.sql.ts'

export const wrongPassword = () =>
  new ApiError('invalid_credentials', 'The e-mail address or the password is not right.')

/** The same answer for everything that can be wrong with a passkey, so that it reveals nothing about the account. */
export const passkeyRefused = () => new ApiError('invalid_credentials', 'This passkey did not work. Please try again.')

/** What someone proved beyond a password. */
type SignInProof = { secondFactor?: boolean; passkeyId?: string }

/** Opens a session for someone who has proved who they are, by any means. */
export async function finishSignIn(
  context: Deps & { caller: Caller },
  account: Account,
  { secondFactor = false, passkeyId }: SignInProof = {},
): Promise<SignedIn> {
  const { db, keys } = context
  const { sessionId, ...tokens } = await unitOfWork(context, asAccount(account), async (work) => {
    await assertUnchanged(work.tx, account, passkeyId)
    const session = await openSession(work, account, secondFactor)
    if (await isNewDevice(work.tx, account.id, work.caller.userAgent, later(work.now, -days(90))))
      await mailAboutNewDevice(work, account)
    await insertSignIn(work.tx, account.id, work, 'succeeded')
    return session
  })
  const profile = await findProfile(db, account.id)
  const due = onboardingOf(account, profile)
  return {
    ...tokens,
    user: toOwnUser(context, sessionId, account, profile),
    ...due,
    ...(due.requiresVerification ? { verificationToken: verificationHandleOf(keys, account.id) } : {}),
  }
}

/** Locks the account, so that its credentials can't change between the proof and the new session. */
async function assertUnchanged(tx: Tx, account: Account, passkeyId: string | undefined): Promise<void> {
  const current = await lockAccountForShare(tx, account.id)
  if (
    !current ||
    current.state === 'erased' ||
    current.password_hash !== account.password_hash ||
    current.is_admin !== account.is_admin ||
    (passkeyId !== undefined && !(await passkeyExists(tx, passkeyId)))
  )
    throw passkeyId === undefined ? wrongPassword() : passkeyRefused()
}

const mailAboutNewDevice = (work: Work<'config' | 'jobs' | 'keys'> & { caller: Caller }, account: Account) =>
  queueMail(work, {
    to: account.id,
    kind: 'new-device',
    details: { device: deviceOf(work.caller.userAgent), address: work.caller.address, at: work.now.toUTCString() },
  })
