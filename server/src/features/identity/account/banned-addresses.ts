import type { KeyObject } from 'node:crypto'
import { ApiError, message } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { days, later } from '../../../infra/clock.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { mailboxKey } from '../../../infra/email.ts'
import { first } from '../../../infra/first.ts'
import { seal } from '../../../infra/keys.ts'
import type { LastingKeys } from '../../../infra/lasting-keys.ts'
import type { Work } from '../../../work.ts'
import { findAccount } from './accounts.sql.ts'
import { deleteExpired, findBannedBy, findForgotten, insertBanned } from './banned-addresses.sql.ts'

// A banned person can't come back with the same mailbox, not even after their account is erased. Registering with such
// an address looks like any other: only the mailbox learns that it can't be used. An immediate refusal would reveal the
// ban to anyone who tries a tagged variant of the address.

const KEPT_FOR = days(3 * 365)

const hashOf = (key: KeyObject, email: string) => seal(key, 'banned-address', mailboxKey(email))
const newHashOf = (keys: LastingKeys, email: string) => hashOf(first(keys.of('banned-address')), email)

/** An address that was never verified may belong to someone else, who must be able to join. */
export async function rememberBan({ tx, now, lastingKeys }: Work<'lastingKeys'>, accountId: string): Promise<void> {
  const account = await findAccount(tx, accountId)
  if (!account?.email || !account.email_verified_at) return
  const row = { account_id: accountId, email_hash: newHashOf(lastingKeys, account.email) }
  await insertBanned(tx, [row], now, later(now, KEPT_FOR))
}

export const accountsBannedWith = (db: Db | Tx, keys: LastingKeys, email: string, now: Date): Promise<string[]> =>
  findBannedBy(
    db,
    keys.of('banned-address').map((key) => hashOf(key, email)),
    now,
  )

type Looking = Pick<Work<'lastingKeys'>, 'tx' | 'now' | 'lastingKeys'>

export const isRefusedAddress = async (
  { tx, now, lastingKeys }: Looking,
  { id, email }: { id: string; email: string | null },
): Promise<boolean> =>
  email !== null && (await accountsBannedWith(tx, lastingKeys, email, now)).some((banned) => banned !== id)

/** For an account that isn't verified yet. A verified one keeps its address. */
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
  const rows = forgotten.map(({ id, email }) => ({ account_id: id, email_hash: newHashOf(lastingKeys, email) }))
  if (rows.length > 0) await insertBanned(db, rows, now, later(now, KEPT_FOR))
}
