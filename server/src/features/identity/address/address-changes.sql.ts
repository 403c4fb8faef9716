import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { AddressChanges } from '../../../infra/db/schema.ts'

export type AddressChange = Selectable<AddressChanges>

export const saveChange = (tx: Tx, { account_id, ...change }: Insertable<AddressChanges>) =>
  tx
    .insertInto('address_changes')
    .values({ account_id, ...change })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(change))
    .execute()

export const findChange = (db: Db | Tx, accountId: string) =>
  db
    .selectFrom('address_changes')
    .leftJoin('identity_people', 'identity_people.id', 'address_changes.changed_by')
    .select(['address_changes.email', 'asked_at', 'takes_effect_at', 'full_name'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()

export const listDueChanges = async (db: Db, now: Date): Promise<string[]> =>
  (
    await db
      .selectFrom('address_changes')
      .select('account_id')
      .where('takes_effect_at', '<=', now)
      .orderBy('takes_effect_at')
      .limit(500)
      .execute()
  ).map(({ account_id }) => account_id)

/** Claims a due change. Of several servers, one gets it. */
export const takeDueChange = (tx: Tx, accountId: string, now: Date): Promise<AddressChange | undefined> =>
  tx
    .deleteFrom('address_changes')
    .where('account_id', '=', accountId)
    .where('takes_effect_at', '<=', now)
    .returningAll()
    .executeTakeFirst()

export const takeChangeOf = (tx: Tx, accountId: string): Promise<AddressChange | undefined> =>
  tx.deleteFrom('address_changes').where('account_id', '=', accountId).returningAll().executeTakeFirst()

export const takeChangeByLink = (tx: Tx, keep_hash: Buffer): Promise<AddressChange | undefined> =>
  tx.deleteFrom('address_changes').where('keep_hash', '=', keep_hash).returningAll().executeTakeFirst()
