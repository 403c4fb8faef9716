import type { Updateable } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Profiles } from '../../../infra/db/schema.ts'

/** The trips of restricted accounts wait. */
export const accountsWithDueTrips = async (db: Db, now: Date, most: number): Promise<string[]> =>
  (
    await db
      .selectFrom('profiles')
      .innerJoin('identity_people', 'identity_people.id', 'profiles.account_id')
      .select('account_id')
      .where('trip_due_at', '<=', now)
      .where('state', 'in', ['active', 'paused'])
      .orderBy('trip_due_at')
      .limit(most)
      .execute()
  ).map(({ account_id }) => account_id)

export const saveTrips = (tx: Tx, accountId: string, values: Updateable<Profiles>) =>
  tx.updateTable('profiles').set(values).where('account_id', '=', accountId).execute()
