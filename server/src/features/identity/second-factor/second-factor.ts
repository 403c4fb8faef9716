import { randomInt } from 'node:crypto'
import { ApiError } from '@kindred/contract'
import type { SqlBool } from 'kysely'
import { verify } from 'otplib'
import type { Deps } from '../../../deps.ts'
import { lockOwnCredentials } from '../account/account.ts'
import { findAccount } from '../account/queries.ts'
import { isKnownNetwork } from '../auth/queries.ts'
import { warnOfWrongFactor } from '../auth/warn-of-guesses.ts'
import { hasPasskeyFor } from '../passkeys/queries.ts'
import { mailOwners } from '../recovery/mail-owners.ts'
import {
  deleteSecondFactor,
  findConfirmedFactor,
  findRequiredFactors,
  listFactorsSealedBefore,
  markRecoveryCodeUsed,
  replaceSealedSecret,
  saveStep,
} from './queries.ts'
import { findOwnerOfToken } from '../secrets/queries.ts'
import { attemptToken, issueSecret, redeemToken } from '../secrets/secrets.ts'
import { audit } from '../../operations/index.ts'
import { type Caller, networkOf } from '../../../http/caller.ts'
import type { Account, Viewer } from '../../../http/session.ts'
import { hours, minutes } from '../../../infra/clock.ts'
import { decrypt, encrypt, hashOf, nameOfKey, tryDecrypt } from '../../../infra/keys.ts'
import { rewrapLastingKey } from '../../../infra/lasting-keys.ts'
import { isStaff } from '../../../infra/staff.ts'
import { type Actor, asAccount, type Opening, SYSTEM, unitOfWork, type Work } from '../../../work.ts'

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

/** The answer is a code or a passkey. A challenge allows five attempts. */
export async function answerChallenge(
  context: Deps,
  challenge: string,
  isProved: (accountId: string) => Promise<boolean>,
): Promise<Account | undefined> {
  const { db, clock } = context
  const attempt = await attemptToken(db, 'second-factor', challenge, clock.now())
  if (!attempt?.account_id) return undefined
  // Reads the account before using up the challenge, so that opening the session detects changed credentials.
  const account = await findAccount(db, attempt.account_id)
  if (!account) return undefined
  if (!(await isProved(account.id))) {
    if (attempt.payload['password'] === true) await warnOfWrongFactor(context, account.id)
    return undefined
  }
  return (await redeemToken(db, 'second-factor', challenge, clock.now())) ? account : undefined
}

const DRIFT = 30
const RECOVERY_CODES = 10
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

/** The time step of a valid code after the last one used, or undefined. Saving the step makes each code work once. */
export async function stepOf(secret: string, code: string, after: number, now: Date): Promise<number | undefined> {
  if (!/^\d{6}$/.test(code)) return undefined
  const epoch = Math.floor(now.getTime() / 1000)
  const result = await verify({ secret, token: code, epoch, epochTolerance: DRIFT, afterTimeStep: after })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}

export const recoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, recoveryCode)

/** Four groups of six letters make a search for the code of a hash infeasible. */
function recoveryCode(): string {
  const group = () => Array.from({ length: 6 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
  return Array.from({ length: 4 }, group).join('-')
}

/**
 * Codes from an app are limited by account and network, and for all networks that are new to the account together.
 * Someone who knows the password can't use up the owner's attempts at home, nor those with a recovery code, which aren't
 * limited: guessing one of 118 bits is hopeless at any speed.
 */
export async function checkSignInCode(
  context: Deps & { caller: Caller },
  accountId: string,
  code: string,
): Promise<boolean> {
  const { db, budgets, caller, clock } = context
  if (isRecoveryCode(code)) return checkSecondFactor(context, accountId, code)
  const network = networkOf(caller.address)
  const pair = { key: `second-factor:pair:${accountId}:${network}`, limit: 20, within: hours(1) }
  const strangers = { key: `second-factor:strangers:${accountId}`, limit: 20, within: hours(1) }
  const isKnown = await isKnownNetwork(db, accountId, network, clock.now())
  await budgets.spend(isKnown ? [pair] : [pair, strangers])
  const isRight = await checkSecondFactor(context, accountId, code)
  if (isRight) await budgets.refill([pair.key])
  return isRight
}

const plain = (code: string) => code.replace(/[\s-]/g, '').toLowerCase()
const isRecoveryCode = (code: string) => plain(code).length === 24

export async function checkSecondFactor(
  { db, keys, clock }: Pick<Deps, 'db' | 'keys' | 'clock'>,
  accountId: string,
  code: string,
): Promise<boolean> {
  const typed = plain(code)
  const factor = await findConfirmedFactor(db, accountId)
  if (!factor) return false
  const step = await stepOf(decrypt(keys, 'second-factor', factor.secret), typed, factor.last_step, clock.now())
  if (step !== undefined) return saveStep(db, accountId, step)
  return markRecoveryCodeUsed(db, accountId, hashOf(typed), clock.now())
}

/** Refuses to remove the only second factor of staff who need one. */
export async function removeOwnSecondFactor(context: Deps, viewer: Viewer): Promise<void> {
  const { config } = context
  const { account } = viewer
  await unitOfWork(context, asAccount(account), async (work) => {
    const credentials = await lockOwnCredentials(work.tx, viewer)
    if (
      isStaff(credentials) &&
      config.STAFF_2FA === 'required' &&
      !(await hasPasskeyFor(work.tx, account.id, config.passkeyHost))
    )
      throw new ApiError('conflict', 'Administrators must use two-step verification. An operator can reset it.')
    if (await remove(work, account.id))
      await mailOwners(work, account.id, (link) => ({ kind: 'second-factor-off', details: { at: work.now, ...link } }))
  })
}

async function remove(work: Work, accountId: string): Promise<boolean> {
  const isRemoved = await deleteSecondFactor(work.tx, accountId)
  if (isRemoved) await audit(work, { action: 'second-factor.removed', subjectId: accountId })
  return isRemoved
}

export const removeSecondFactor = (context: Opening, accountId: string, actor: Actor): Promise<boolean> =>
  unitOfWork(context, actor, (work) => remove(work, accountId))

/** Lets the operator remove an older TOKEN_SECRET. */
export async function resealSecrets({ db, keys }: Pick<Deps, 'db' | 'keys'>): Promise<void> {
  await rewrapLastingKey(db, keys)
  const sealedWith = nameOfKey(keys, 'second-factor')
  for (const { account_id, secret } of await listFactorsSealedBefore(db, sealedWith)) {
    const plain = tryDecrypt(keys, 'second-factor', secret)
    // A secret that can't be decrypted must not stop the others.
    if (plain === null) continue
    await replaceSealedSecret(db, account_id, secret, encrypt(keys, 'second-factor', plain), sealedWith)
  }
}
