import type { Insertable } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Passkeys } from '../../../infra/db/schema.ts'

export const passkeysOf = (db: Db | Tx, accountId: string) =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(100)
    .execute()

export const passkeyByCredential = (db: Db, credential: Buffer, host: string) =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credential)
    .where('host', '=', host)
    .executeTakeFirst()

/** Whoever adds, removes or unlinks a way to sign in waits here for the others who do. */
export const lockAccount = (tx: Tx, id: string) =>
  tx
    .selectFrom('accounts')
    .select(['password_hash', 'is_admin'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

export const insertPasskey = (tx: Tx, values: Insertable<Passkeys>) =>
  tx.insertInto('passkeys').values(values).returningAll().executeTakeFirstOrThrow()

export const renamePasskey = (db: Db, accountId: string, id: string, name: string) =>
  db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirst()

export const deletePasskey = (tx: Tx, id: string) => tx.deleteFrom('passkeys').where('id', '=', id).execute()

export async function deletePasskeysOf(tx: Tx, accountId: string): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('passkeys').where('account_id', '=', accountId).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Notes a use, if the count is ahead of what we know; a device that doesn't count says 0 every time. */
export async function noteUse(db: Db, id: string, uses: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ uses, last_used_at: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('uses', '<', uses), eb.and([eb('uses', '=', 0), eb(eb.val(uses), '=', 0)])]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const hasIdentity = async (tx: Tx, accountId: string): Promise<boolean> =>
  (await tx
    .selectFrom('identities')
    .select('provider')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const hasCode = async (db: Db | Tx, accountId: string): Promise<boolean> =>
  (await db
    .selectFrom('second_factors')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()) !== undefined

/** The session in which a passkey was made or used has been proved by both factors. */
export const noteBothFactors = (tx: Tx, sessionId: string) =>
  tx.updateTable('sessions').set({ second_factor: true }).where('id', '=', sessionId).execute()

export const accountById = (db: Db, id: string) =>
  db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
