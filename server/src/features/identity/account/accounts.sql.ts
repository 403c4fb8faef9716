import type { Language } from '@kindred/contract/languages'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
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
 * Locks the account. True if no address of it was ever proven, so that someone other than the mailbox's owner may have
 * created it. An address that staff changed is unverified as well, but its account has an owner.
 */
export const lockIfNeverVerified = async (tx: Tx, id: string): Promise<boolean> =>
  (await lockIfUnverified(tx, id)) && !(await hasFormerAddress(tx, id))

/** Null disables sign-in by password. */
export const savePasswordHash = (tx: Tx, id: string, password_hash: string | null) =>
  tx.updateTable('accounts').set({ password_hash }).where('id', '=', id).execute()

export async function saveLanguage(tx: Tx, id: string, language: Language): Promise<void> {
  await tx.updateTable('accounts').set({ language }).where('id', '=', id).execute()
}
