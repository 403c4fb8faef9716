import type { Language } from '@kindred/contract/languages'
import { sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Accounts } from '../../../infra/db/schema.ts'
import { deletePhotos } from '../age/queries.ts'
import { emailKey } from '../../../infra/email.ts'

export const hasAddress = (email: string) => sql<boolean>`accounts.email_key = ${emailKey(email)}`

export const findAccount = (db: Db | Tx, id: string) =>
  db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()

export const accountById = (db: Db | Tx, id: string) =>
  db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const findAccountByEmail = (db: Db | Tx, email: string) =>
  db.selectFrom('accounts').selectAll().where(hasAddress(email)).executeTakeFirst()

export const findIdByEmail = async (db: Db | Tx, email: string): Promise<string | undefined> =>
  (await db.selectFrom('accounts').select('id').where(hasAddress(email)).executeTakeFirst())?.id

export const accountExists = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.selectFrom('accounts').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

export const lockAccount = (tx: Tx, id: string) =>
  tx.selectFrom('accounts').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

export const lockAccountByEmail = (tx: Tx, email: string) =>
  tx.selectFrom('accounts').selectAll().where(hasAddress(email)).forUpdate().executeTakeFirst()

/** Serializes changes to the ways to sign in, so that two concurrent changes can't remove the last one. */
export const lockCredentials = (tx: Tx, id: string) =>
  tx
    .selectFrom('accounts')
    .select(['password_hash', 'is_admin', 'staff_role'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

export const lockIfUnverified = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()) !== undefined

const hasFormerAddress = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.selectFrom('former_addresses').select('id').where('account_id', '=', id).limit(1).executeTakeFirst()) !==
  undefined

export const isAddressReplaced = async (tx: Tx, id: string): Promise<boolean> =>
  (await lockIfUnverified(tx, id)) && (await hasFormerAddress(tx, id))

/**
 * Locks the account. Returns true if none of its addresses was ever proven, so that someone other than the mailbox's
 * owner may have created it. An address that staff changed is unverified as well, but its account has an owner.
 */
export const lockIfNeverVerified = async (tx: Tx, id: string): Promise<boolean> =>
  (await lockIfUnverified(tx, id)) && !(await hasFormerAddress(tx, id))

/** A null hash disables sign-in by password. */
export const savePasswordHash = (tx: Tx, id: string, password_hash: string | null) =>
  tx.updateTable('accounts').set({ password_hash }).where('id', '=', id).execute()

export async function saveLanguage(tx: Tx, id: string, language: Language): Promise<void> {
  await tx.updateTable('accounts').set({ language }).where('id', '=', id).execute()
}

/** Takes no lock, because the next step finds an address that is banned a moment later. */
export const findBannedBy = async (db: Db | Tx, hash: Buffer, now: Date): Promise<string[]> =>
  (
    await db
      .selectFrom('banned_addresses')
      .select('account_id')
      .where('email_hash', '=', hash)
      .where('expires_at', '>', now)
      .execute()
  ).map(({ account_id }) => account_id)

type BannedAddress = { account_id: string; email_hash: Buffer }

export const insertBanned = (db: Db | Tx, rows: readonly BannedAddress[], at: Date, expires_at: Date) =>
  db
    .insertInto('banned_addresses')
    .values(rows.map((row) => ({ ...row, at, expires_at })))
    .onConflict((row) => row.columns(['account_id', 'email_hash']).doUpdateSet({ at, expires_at }))
    .execute()

const deleteBanned = (tx: Tx, accountId: string) =>
  tx.deleteFrom('banned_addresses').where('account_id', '=', accountId).execute()

export const deleteExpired = (db: Db, now: Date) =>
  db.deleteFrom('banned_addresses').where('expires_at', '<=', now).execute()

/** Verified addresses of banned accounts without a record, such as those banned before records existed. */
export const findForgotten = async (db: Db, most: number): Promise<{ id: string; email: string }[]> =>
  (
    await sql<{ id: string; email: string }>`
      select id, email from accounts a
      where state not in ('active', 'paused') and state in ('banned', 'deleting')
        and (state = 'banned' or state_before_deletion = 'banned') and email_verified_at is not null
        and email is not null and not exists (select from banned_addresses b where b.account_id = a.id)
      limit ${most}`.execute(db)
  ).rows

export async function scheduleDeletion(tx: Tx, id: string, due: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set((eb) => ({ state: 'deleting', state_before_deletion: eb.ref('state'), deletion_due_at: due }))
    .where('id', '=', id)
    .where('state', 'not in', ['deleting', 'erased'])
    .executeTakeFirst()
  // Nothing is left to decide.
  await deletePhotos(tx, id)
  return numUpdatedRows > 0n
}

/** Restores the state before the deletion was requested, so that requesting a deletion doesn't lift a ban. */
export async function unscheduleDeletion(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set((eb) => ({
      state: eb.fn.coalesce('state_before_deletion', eb.val('active')),
      state_before_deletion: null,
      deletion_due_at: null,
    }))
    .where('id', '=', id)
    .where('state', '=', 'deleting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Accounts under a legal hold are skipped, and don't block the erasure of others. */
export const listDueForErasure = (db: Db, now: Date) =>
  db
    .selectFrom('accounts')
    .select('id')
    .where('state', '=', 'deleting')
    .where('deletion_due_at', '<=', now)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('moderation_legal_holds as h')
            .select('h.account_id')
            .whereRef('h.account_id', '=', 'accounts.id'),
        ),
      ),
    )
    .orderBy('deletion_due_at')
    .limit(100)
    .execute()

export const lockDueForErasure = async (tx: Tx, id: string, now: Date): Promise<boolean> =>
  (await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'deleting')
    .where('deletion_due_at', '<=', now)
    .forUpdate()
    .executeTakeFirst()) !== undefined

export const findEmail = async (tx: Tx, id: string): Promise<string | null> =>
  (await tx.selectFrom('accounts').select('email').where('id', '=', id).executeTakeFirst())?.email ?? null

/** The lock keeps the account from being erased until the transaction ends. */
export async function lockUnlessErased(tx: Tx, id: string): Promise<boolean> {
  const account = await tx.selectFrom('accounts').select('state').where('id', '=', id).forShare().executeTakeFirst()
  return account !== undefined && account.state !== 'erased'
}

/**
 * After a restore, everyone who was erased since the backup must be erased again, even if the backup has no other
 * administrator.
 */
export const withoutLastAdministratorCheck = async <T>(tx: Tx, erase: () => Promise<T>): Promise<T> => {
  await sql`alter table accounts disable trigger accounts_last_administrator`.execute(tx)
  const result = await erase()
  // Other deferred triggers would keep the table from being altered until the commit.
  await sql`set constraints accounts_listing immediate`.execute(tx)
  await sql`alter table accounts enable trigger accounts_last_administrator`.execute(tx)
  return result
}

// Changes that staff make to an account. `moderation` decides who may make them and what follows.

type Restriction = { state: 'banned' | 'deactivated' | 'suspended' | null; limitedUntil: Date | null }

/**
 * Applies the state that the active decisions require. Without any, the account returns to its earlier state, so that a
 * paused account stays paused. A restricted account is paused for that time. An account that is being deleted keeps
 * that state; the decision takes effect if the owner cancels the deletion. Unless the account is banned, its address
 * can be used again.
 */
export async function restrictAccount(tx: Tx, id: string, { state, limitedUntil }: Restriction): Promise<void> {
  if (state !== 'banned') await deleteBanned(tx, id)
  const target = state ?? (limitedUntil ? 'paused' : null)
  await sql`
    with given as (
      select id, state = 'deleting' as leaves, state_before_decision as kept,
        case state when 'deleting' then coalesce(state_before_deletion, 'active') else state end as base
      from accounts where id = ${id} and state <> 'erased' for update),
    next as (
      select id, leaves,
        coalesce(${target}::text, kept, case when base in ('active', 'paused') then base else 'active' end) as state,
        case when ${target}::text is not null
          then coalesce(kept, case when base in ('active', 'paused') then base end) end as kept
      from given)
    update accounts a
    set state = case when n.leaves then a.state else n.state end,
      state_before_deletion = case when n.leaves then n.state else a.state_before_deletion end,
      state_before_decision = n.kept, limited_until = ${limitedUntil}, version = a.version + 1
    from next n where a.id = n.id`.execute(tx)
}

export const lockAccountForStaff = (tx: Tx, id: string) =>
  tx
    .selectFrom('accounts')
    .select(['id', 'version', 'email', 'is_admin', 'staff_role', 'state', 'premium_until'])
    .where('id', '=', id)
    .where('state', '!=', 'erased')
    .forUpdate()
    .executeTakeFirst()

export async function isLastAdministrator(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from accounts where can_administer limit 2`.execute(tx)
  return rows.every((row) => row.id === id)
}

export const editAccount = (tx: Tx, id: string, values: Updateable<Accounts>) =>
  tx
    .updateTable('accounts')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

export const markPhotoChecked = (tx: Tx, id: string, at: Date) =>
  tx.updateTable('accounts').set({ photo_checked_at: at }).where('id', '=', id).execute()
