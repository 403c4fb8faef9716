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
