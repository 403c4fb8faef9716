import type { Db } from '../../infra/db/db.ts'

/** Who was erased before the ledger was kept, and may have left something that is erased now. */
export const erasedBeforeLedger = (db: Db) =>
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
