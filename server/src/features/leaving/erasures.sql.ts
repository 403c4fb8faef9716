import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/db/db.ts'

/** Accounts that were erased before the ledger existed. They may have left data that is erased today. */
export const listErasedBeforeLedger = (db: Db) =>
  db
    .selectFrom('identity_people')
    .select('id')
    .where('state', '=', 'erased')
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('erasures').select('account_id').whereRef('account_id', '=', 'identity_people.id')),
      ),
    )
    .limit(100)
    .execute()

/** Whether a legal hold keeps an account's data. Read after the account is locked, so that an earlier hold is seen. */
export const isHeld = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('moderation_legal_holds')
    .select('account_id')
    .where('account_id', '=', id)
    .executeTakeFirst()) !== undefined

/** The accounts among these that aren't erased. */
export const listNotErased = (tx: Tx, ids: string[]) =>
  tx
    .selectFrom('identity_people')
    .select('id')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .where('state', '<>', 'erased')
    .execute()

/** Whether the database has a ledger. One that a backup is restored into may be older than the ledger. */
export async function hasLedger(db: Db): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('public.erasures') is not null as exists`.execute(db)
  return rows.some(({ exists }) => exists)
}
