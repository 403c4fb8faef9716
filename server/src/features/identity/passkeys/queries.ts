import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Passkeys } from '../../../infra/db/schema.ts'

export type PasskeyRow = Selectable<Passkeys>

export const hasPasskeyFor = async (tx: Tx, accountId: string, host: string | null): Promise<boolean> =>
  host !== null &&
  (await tx
    .selectFrom('passkeys')
    .select('id')
    .where('account_id', '=', accountId)
    .where('host', '=', host)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const listPasskeys = (db: Db | Tx, accountId: string) =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(100)
    .execute()

export const findPasskeyByCredential = (db: Db, credential: Buffer, host: string) =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credential)
    .where('host', '=', host)
    .executeTakeFirst()

export const insertPasskey = (tx: Tx, values: Insertable<Passkeys>) =>
  tx.insertInto('passkeys').values(values).returningAll().executeTakeFirstOrThrow()

export const savePasskeyName = (db: Db, accountId: string, id: string, name: string) =>
  db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirst()

export const deletePasskey = (tx: Tx, accountId: string, id: string) =>
  tx.deleteFrom('passkeys').where('account_id', '=', accountId).where('id', '=', id).execute()

export async function deletePasskeysOf(tx: Tx, accountId: string): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('passkeys').where('account_id', '=', accountId).executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Returns false if the authenticator's counter isn't ahead of ours, as with a copied key. An authenticator that doesn't
 * count sends 0 every time.
 */
export async function saveUse(db: Db, { account_id, id }: PasskeyRow, uses: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ uses, last_used_at: now })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('uses', '<', uses), eb.and([eb('uses', '=', 0), eb(eb.val(uses), '=', 0)])]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
