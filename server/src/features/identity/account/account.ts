import { ApiError, message } from '@kindred/contract'
import { type Insertable, sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { deleteExpired, findAccount, findBannedBy, findForgotten, insertBanned, lockCredentials } from './queries.ts'
import { personalData } from './personal-data.ts'
import { revokeAllSecrets } from '../secrets/secrets.ts'
import { isOwnOpenSession } from '../sessions/queries.ts'
import { endSessions } from '../sessions/sessions.ts'
import { applyWaitingMove, withdrawConsents } from '../../profiles/index.ts'
import { type Account, isElevated, type Viewer } from '../../../http/session.ts'
import { days, later, minutes } from '../../../infra/clock.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Accounts } from '../../../infra/db/schema.ts'
import { emailKey, mailboxKey } from '../../../infra/email.ts'
import { erasureStatements, runErasure } from '../../../infra/erasing.ts'
import { seal } from '../../../infra/keys.ts'
import type { LastingKeys } from '../../../infra/lasting-keys.ts'
import type { Work } from '../../../work.ts'

// A banned person can't come back with the same mailbox, not even after their account is erased. Registering with such
// an address looks like any other: only the mailbox learns that it can't be used. An immediate refusal would reveal the
// ban to anyone who tries a tagged variant of the address.

const KEPT_FOR = days(3 * 365)

const hashOf = (keys: LastingKeys, email: string) => seal(keys['banned-address'], 'banned-address', mailboxKey(email))

/** Ignores an address that was never verified, because its owner may be someone else, who can still join. */
export async function rememberBan({ tx, now, lastingKeys }: Work<'lastingKeys'>, accountId: string): Promise<void> {
  const account = await findAccount(tx, accountId)
  if (!account?.email || !account.email_verified_at) return
  const row = { account_id: accountId, email_hash: hashOf(lastingKeys, account.email) }
  await insertBanned(tx, [row], now, later(now, KEPT_FOR))
}

export const accountsBannedWith = (db: Db | Tx, keys: LastingKeys, email: string, now: Date): Promise<string[]> =>
  findBannedBy(db, hashOf(keys, email), now)

type Looking = Pick<Work<'lastingKeys'>, 'tx' | 'now' | 'lastingKeys'>

export const isRefusedAddress = async (
  { tx, now, lastingKeys }: Looking,
  { id, email }: { id: string; email: string | null },
): Promise<boolean> =>
  email !== null && (await accountsBannedWith(tx, lastingKeys, email, now)).some((banned) => banned !== id)

/** Checks only accounts that aren't verified yet, because a verified one keeps its address. */
export async function isRefusedAccount(work: Looking, accountId: string): Promise<boolean> {
  const account = await findAccount(work.tx, accountId)
  return account !== undefined && account.email_verified_at === null && isRefusedAddress(work, account)
}

export const addressRefused = () =>
  new ApiError('conflict', message('You can’t use this email here, because an account with it was banned.'))

const MOST_AT_ONCE = 500

export async function renewBannedAddresses({
  db,
  clock,
  lastingKeys,
}: Pick<Deps, 'db' | 'clock' | 'lastingKeys'>): Promise<void> {
  const now = clock.now()
  await deleteExpired(db, now)
  const forgotten = await findForgotten(db, MOST_AT_ONCE)
  const rows = forgotten.map(({ id, email }) => ({ account_id: id, email_hash: hashOf(lastingKeys, email) }))
  if (rows.length > 0) await insertBanned(db, rows, now, later(now, KEPT_FOR))
}

/** Required before a change that can't be undone: the password, or a recent sign-in if the account has no password. */
export async function confirmIdentity(
  { passwords, clock, budgets }: Pick<Deps, 'passwords' | 'clock' | 'budgets'>,
  viewer: Viewer,
  password: string | undefined,
  path = 'password',
): Promise<void> {
  if (viewer.account.password_hash === null) {
    if (isElevated(viewer, clock.now())) return
    throw new ApiError('step_up_required', 'Please sign in again, then try once more.')
  }
  await budgets.spend([{ key: `identity:${viewer.account.id}`, limit: 10, within: minutes(15) }])
  if (!(await passwords.matches(viewer.account.password_hash, password ?? '')))
    throw new ApiError('invalid_credentials', 'Wrong password.', {
      errors: [{ path, msg: 'Wrong password.' }],
    })
}

type AccountInput = Omit<Insertable<Accounts>, 'created_at' | 'email_key'> & { email: string }

/** The database refuses a taken address (accounts_email_key). */
export async function createAccount({ tx, now, jobs }: Work<'jobs'>, input: AccountInput): Promise<Account> {
  const account = await tx
    .insertInto('accounts')
    .values({ created_at: now, last_active_at: now, ...input, email_key: emailKey(input.email) })
    .returningAll()
    .executeTakeFirstOrThrow()
  await jobs.add(tx, 'match-contacts', { accountId: account.id })
  return account
}

/**
 * Fails if the session has ended since the request began: the owner may have taken the account back, and then nothing
 * may change.
 */
export async function lockOwnCredentials(tx: Tx, { account, sessionId }: Pick<Viewer, 'account' | 'sessionId'>) {
  const credentials = await lockCredentials(tx, account.id)
  if (!(await isOwnOpenSession(tx, { accountId: account.id, sessionId })))
    throw new ApiError('signed_out', 'Your session has ended. Please sign in again.')
  return credentials
}

/**
 * Gives the account to the owner of the mailbox. Someone else may have created it, so their password, identities,
 * passkeys, second factor, pending links and sessions are removed.
 */
export async function revokePriorCredentials(work: Work<'bus'>, accountId: string): Promise<void> {
  const { tx, now } = work
  await deleteCredentials(tx, accountId, now)
  await applyWaitingMove(tx, accountId, now)
  await revokeAllSecrets(tx, accountId, now)
  await endSessions(work, { accountId }, 'revoked')
}

/** The name of someone who hasn't entered theirs. */
export const NEW_MEMBER = { first_name: 'New', last_name: 'member' }

/** The owner has an account that someone else registered, with its address and what staff decided about it. */
const KEPT = new Set([
  'state',
  'state_before_deletion',
  'state_before_decision',
  'limited_until',
  'email',
  'email_key',
  'email_verified_at',
  'email_verification_sent_at',
  'password_hash',
  'first_name',
  'last_name',
  'admission',
  'is_admin',
  'staff_role',
  'last_active_at',
  'language',
  'time_zone',
])

/**
 * Someone who proves an address that a stranger registered starts from nothing: without the stranger's credentials,
 * name, profile, settings and consents. They accept the terms themselves, like those who join with Google.
 */
export async function startOver(work: Work<'bus' | 'declarations'>, accountId: string): Promise<void> {
  const { tx, now, declarations } = work
  await revokePriorCredentials(work, accountId)
  await runErasure(tx, erasureStatements(declarations, 'delete'), accountId)
  await withdrawConsents(tx, accountId, now)
  const cleared = Object.entries(personalData.accounts.erased.set).filter(([column]) => !KEPT.has(column))
  await tx
    .updateTable('accounts')
    .set({ ...NEW_MEMBER, ...Object.fromEntries(cleared.map(([column, value]) => [column, sql.raw(value)])) })
    .where('id', '=', accountId)
    .execute()
}

async function deleteCredentials(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('accounts').set({ password_hash: null, email_verified_at: now }).where('id', '=', id).execute()
  await tx.deleteFrom('identities').where('account_id', '=', id).execute()
  await tx.deleteFrom('passkeys').where('account_id', '=', id).execute()
  await tx.deleteFrom('second_factors').where('account_id', '=', id).execute()
  await tx.deleteFrom('recovery_codes').where('account_id', '=', id).execute()
}
