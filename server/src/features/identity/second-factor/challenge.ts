import { ApiError } from '@kindred/contract'
import type { SqlBool } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { Account } from '../../../http/session.ts'
import { hours, minutes } from '../../../infra/clock.ts'
import { hashOf } from '../../../infra/keys.ts'
import { type Opening, SYSTEM, unitOfWork } from '../../../work.ts'
import { findAccount } from '../account/accounts.sql.ts'
import { warnOfWrongFactor } from '../auth/warn-of-guesses.ts'
import { issueSecret } from '../secrets/issue-secret.ts'
import { attemptToken, redeemToken } from '../secrets/redeem-secret.ts'
import { findOwnerOfToken } from '../secrets/secrets.sql.ts'
import { findRequiredFactors } from './second-factor.sql.ts'

// The first step of a sign-in ends with a challenge. The client sends it back with the code or passkey of the second
// step.

const CHALLENGE_LASTS = minutes(5)

export async function requireSecondFactor(
  context: Opening & Pick<Deps, 'keys' | 'config'>,
  account: { id: string },
): Promise<void> {
  const required = await findRequiredFactors(context.db, context.config, account.id)
  if (required) await demandSecondFactor(context, account, required)
}

export async function demandSecondFactor(
  context: Opening & Pick<Deps, 'keys'>,
  account: { id: string },
  required: { code: SqlBool; passkey: SqlBool },
  firstStep: { password?: true } = {},
): Promise<void> {
  if (!required.code && !required.passkey) return
  const { token } = await unitOfWork(context, SYSTEM, (work) =>
    issueSecret(work, {
      purpose: 'second-factor',
      accountId: account.id,
      validFor: CHALLENGE_LASTS,
      payload: firstStep,
    }),
  )
  throw new ApiError(
    'second_factor_required',
    required.code ? 'Please enter the code from your authenticator app.' : 'Please confirm with your passkey.',
    { challenge: token },
  )
}

export const findChallengedAccount = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  challenge: string,
): Promise<string | undefined> => findOwnerOfToken(db, 'second-factor', hashOf(challenge), clock.now())

/** The answer is a code or a passkey. A challenge allows five attempts, an account 20 an hour. */
export async function answerChallenge(
  context: Deps,
  challenge: string,
  isProved: (accountId: string) => Promise<boolean>,
): Promise<Account | undefined> {
  const { db, clock, budgets } = context
  const attempt = await attemptToken(db, 'second-factor', challenge, clock.now())
  if (!attempt?.account_id) return undefined
  await budgets.spend([{ key: `second-factor:${attempt.account_id}`, limit: 20, within: hours(1) }])
  // It reads the account before it uses up the challenge, so that opening the session detects changed credentials.
  const account = await findAccount(db, attempt.account_id)
  if (!account) return undefined
  if (!(await isProved(account.id))) {
    if (attempt.payload['password'] === true) await warnOfWrongFactor(context, account.id)
    return undefined
  }
  return (await redeemToken(db, 'second-factor', challenge, clock.now())) ? account : undefined
}
