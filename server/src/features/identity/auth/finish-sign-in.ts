import { ApiError, type Provider, type SignedIn } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { deviceOf, networkOf, type Caller } from '../../../http/caller.ts'
import type { Account } from '../../../http/session.ts'
import { retryOnConflict, type Db, type Tx } from '../../../infra/db/db.ts'
import { asAccount, unitOfWork, type Work } from '../../../work.ts'
import { queueMail } from '../../delivery/index.ts'
import { onboardingOf, toOwnUser } from '../../profiles/index.ts'
import { requireSecondFactor } from '../second-factor/challenge.ts'
import { newSession } from '../sessions/open-session.ts'
import { verificationHandleOf } from '../verification/verification-handle.ts'
import { saveSignIn } from './sign-ins.sql.ts'

export const wrongPassword = () => new ApiError('invalid_credentials', 'Wrong email or password')

/** One answer for everything that can be wrong with a passkey, so that it reveals nothing about the account. */
export const passkeyRefused = () => new ApiError('invalid_credentials', 'This passkey didn’t work. Please try again.')

type SignInProof = { secondFactor?: boolean; passkeyId?: string; provider?: Provider }

export async function finishSignIn(
  context: Deps & { caller: Caller },
  account: Account,
  { secondFactor = false, passkeyId, provider }: SignInProof = {},
): Promise<SignedIn> {
  const { db, keys, caller, clock, config } = context
  const { session, tokens } = await newSession({ keys, caller, now: clock.now() }, account, {
    secondFactor,
    isByFactor: secondFactor || provider !== undefined,
  })
  const proof = { account, passkeyId, provider, passkeyHost: config.passkeyHost, network: networkOf(caller.address) }
  const save = (tx: Db | Tx, unlessNew: boolean) => saveSignIn(tx, { session, proof, unlessNew })
  const quick = await retryOnConflict(() => save(db, true))
  const { outcome, profile, consents } =
    quick.outcome === 'new-device'
      ? await unitOfWork(context, asAccount(account), async (work) => {
          const saved = await save(work.tx, false)
          if (saved.outcome === 'opened') await mailAboutNewDevice(work, account)
          return saved
        })
      : quick
  if (outcome === 'factor') await requireSecondFactor(context, account)
  if (outcome !== 'opened') throw passkeyId === undefined ? wrongPassword() : passkeyRefused()
  const due = onboardingOf(account, profile, consents)
  return {
    ...tokens,
    user: toOwnUser(context, session.id, account, profile),
    ...due,
    ...(due.requiresVerification ? { verificationToken: verificationHandleOf(keys, account.id) } : {}),
  }
}

const mailAboutNewDevice = (work: Work<'config' | 'jobs' | 'keys'> & { caller: Caller }, account: Account) =>
  queueMail(work, {
    to: account.id,
    kind: 'new-device',
    details: { device: deviceOf(work.caller.userAgent), address: work.caller.address, at: work.now },
  })
