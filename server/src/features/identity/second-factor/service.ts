import { ApiError } from '@kindred/contract'
import { generateSecret, generateURI, verify } from 'otplib'
import { randomInt } from 'node:crypto'
import type { Deps } from '../../../deps.ts'
import { isStaffWithPasskey, type Account, type Viewer } from '../../../http/session.ts'
import { hours, minutes } from '../../../infra/clock.ts'
import type { Db } from '../../../infra/db/db.ts'
import { decrypt, encrypt, hashOf, nameOfKey } from '../../../infra/keys.ts'
import { rewrapLastingKeys } from '../../../infra/lasting-keys.ts'
import { audit, brandOf } from '../../operations/index.ts'
import { issueSecret, ownerOf, redeemToken, tryToken } from '../secrets/service.ts'
import { endSessions } from '../sessions/service.ts'
import { type Actor, asAccount, type Opening, SYSTEM, unitOfWork } from '../../../work.ts'

export { personalData } from './personal-data.ts'

// Codes from an authenticator app (TOTP). A code is good once: the step that it stood for is remembered.

const DRIFT = 30
const RECOVERY_CODES = 10
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

type Needs = Pick<Deps, 'db' | 'keys' | 'clock'>

async function stepOf(secret: string, token: string, after: number, now: Date): Promise<number | undefined> {
  if (!/^\d{6}$/.test(token)) return undefined
  const epoch = Math.floor(now.getTime() / 1000)
  const result = await verify({ secret, token, epoch, epochTolerance: DRIFT, afterTimeStep: after })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}

/** Whether the code is right, now, for the first time: one of the app's, or one of the recovery codes. */
export async function checkSecondFactor({ db, keys, clock }: Needs, accountId: string, code: string): Promise<boolean> {
  const typed = code.replace(/[\s-]/g, '').toLowerCase()
  const factor = await db
    .selectFrom('second_factors')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (!factor) return false
  const step = await stepOf(decrypt(keys, 'second-factor', factor.secret), typed, factor.last_step, clock.now())
  if (step !== undefined) return rememberStep(db, accountId, step)
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: clock.now() })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hashOf(typed))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function rememberStep(db: Db, accountId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A secret for the app, good once it has been confirmed by a code. */
export async function startSetup({ db, keys, config }: Needs & Pick<Deps, 'config'>, { account, hasCode }: Viewer) {
  if (hasCode) throw new ApiError('conflict', 'A second factor is set up already. Remove it first.')
  const secret = generateSecret()
  const sealed = { secret: encrypt(keys, 'second-factor', secret), sealed_with: nameOfKey(keys, 'second-factor') }
  await db
    .insertInto('second_factors')
    .values({ account_id: account.id, ...sealed })
    .onConflict((row) =>
      row
        .column('account_id')
        .doUpdateSet({ ...sealed, last_step: 0 })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .execute()
  return {
    secret,
    address: generateURI({ issuer: await brandOf({ config, db }), label: account.email ?? account.id, secret }),
  }
}

/** Switches the second factor on, and gives the recovery codes: this once. */
export async function confirmSetup(
  context: Opening & Pick<Deps, 'keys' | 'bus'>,
  { account, sessionId }: Viewer,
  code: string,
): Promise<string[]> {
  const { db, keys, clock } = context
  const factor = await db
    .selectFrom('second_factors')
    .selectAll()
    .where('account_id', '=', account.id)
    .executeTakeFirst()
  if (!factor || factor.confirmed_at) throw new ApiError('conflict', 'Begin the set-up first.')
  const step = await stepOf(decrypt(keys, 'second-factor', factor.secret), code.trim(), factor.last_step, clock.now())
  if (step === undefined)
    throw new ApiError('invalid_credentials', 'That code is not right. Is the clock of your device right?')
  const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode)
  await unitOfWork(context, asAccount(account), async (work) => {
    // Sessions that were opened by the password alone are worth less from now on: they are opened anew, with the code.
    await endSessions(work, { accountId: account.id, except: sessionId }, 'revoked')
    const { tx, now } = work
    await tx
      .updateTable('second_factors')
      .set({ confirmed_at: now, last_step: step })
      .where('account_id', '=', account.id)
      .execute()
    await tx.deleteFrom('recovery_codes').where('account_id', '=', account.id).execute()
    await tx
      .insertInto('recovery_codes')
      .values(codes.map((each) => ({ account_id: account.id, code_hash: hashOf(each.replaceAll('-', '')) })))
      .execute()
    await tx
      .updateTable('sessions')
      .set({ second_factor: true, elevated_at: now })
      .where('id', '=', sessionId)
      .execute()
    await audit(work, {
      action: 'second-factor.enabled',
      subjectId: account.id,
    })
  })
  return codes
}

/** Four groups of six: with that many letters nobody finds a code behind its hash by trying. */
function recoveryCode(): string {
  const group = () => Array.from({ length: 6 }, () => alphabet[randomInt(alphabet.length)]!).join('')
  return Array.from({ length: 4 }, group).join('-')
}

export async function removeSecondFactor(context: Opening, accountId: string, actor: Actor): Promise<boolean> {
  return unitOfWork(context, actor, async (work) => {
    const { numDeletedRows } = await work.tx
      .deleteFrom('second_factors')
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    await work.tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
    if (numDeletedRows > 0n) await audit(work, { action: 'second-factor.removed', subjectId: accountId })
    return numDeletedRows > 0n
  })
}

const CHALLENGE_LASTS = minutes(5)

/** Stops a sign-in where a second factor is due: with a challenge to come back with, and the code. */
export async function challengeFor(
  context: Opening & Pick<Deps, 'keys' | 'config'>,
  account: { id: string },
): Promise<void> {
  const { db, config } = context
  const due = await db
    .selectFrom('accounts')
    .leftJoin('second_factors', (join) =>
      join.onRef('second_factors.account_id', '=', 'accounts.id').on('second_factors.confirmed_at', 'is not', null),
    )
    .select((eb) => [
      eb('second_factors.account_id', 'is not', null).as('code'),
      isStaffWithPasskey(config).as('passkey'),
    ])
    .where('accounts.id', '=', account.id)
    .executeTakeFirst()
  if (!due?.code && !due?.passkey) return
  const { token } = await unitOfWork(context, SYSTEM, (work) =>
    issueSecret(work, { purpose: 'second-factor', accountId: account.id, lasts: CHALLENGE_LASTS }),
  )
  throw new ApiError(
    'second_factor_required',
    due.code ? 'Please enter the code of your authenticator app.' : 'Please confirm with your passkey.',
    { challenge: token },
  )
}

/** Who stands before the second step, while their challenge is good. */
export const challengedAccount = ({ db, clock }: Needs, challenge: string): Promise<string | undefined> =>
  ownerOf(db, 'second-factor', challenge, clock.now())

/** Who answered the challenge, by a code or otherwise. Each challenge takes five tries, each account twenty in an hour. */
export async function answerChallenge(
  context: Needs & Pick<Deps, 'budgets'>,
  challenge: string,
  isProved: (accountId: string) => Promise<boolean>,
): Promise<Account | undefined> {
  const { db, clock, budgets } = context
  const tried = await tryToken(db, 'second-factor', challenge, clock.now())
  if (!tried?.account_id) return undefined
  await budgets.spend([{ key: `second-factor:${tried.account_id}`, limit: 20, within: hours(1) }])
  // Read before the challenge is used up: a change of credentials in between shows when the session is opened.
  const account = await db.selectFrom('accounts').selectAll().where('id', '=', tried.account_id).executeTakeFirst()
  if (!account || !(await isProved(account.id))) return undefined
  return (await redeemToken(db, 'second-factor', challenge, clock.now())) ? account : undefined
}

/** Seals anew what an older TOKEN_SECRET sealed, before that secret is forgotten. */
export async function resealSecrets({ db, keys }: Pick<Deps, 'db' | 'keys'>): Promise<void> {
  await rewrapLastingKeys(db, keys)
  const sealed_with = nameOfKey(keys, 'second-factor')
  const older = await db
    .selectFrom('second_factors')
    .select(['account_id', 'secret'])
    .where('sealed_with', '!=', sealed_with)
    .limit(1000)
    .execute()
  for (const { account_id, secret } of older) {
    // One that nothing opens any more must not keep the others from being sealed anew.
    const plain = tryTo(() => decrypt(keys, 'second-factor', secret))
    if (plain === undefined) continue
    const fresh = encrypt(keys, 'second-factor', plain)
    await db
      .updateTable('second_factors')
      .set({ secret: fresh, sealed_with })
      .where('account_id', '=', account_id)
      .where('secret', '=', secret)
      .execute()
  }
}

function tryTo<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
