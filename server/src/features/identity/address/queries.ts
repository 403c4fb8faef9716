import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { days, later } from '../../../infra/clock.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Accounts, AddressChanges } from '../../../infra/db/schema.ts'

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

/** Claims a due change. Only one of several servers gets it. */
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

type AddressValues = Pick<Updateable<Accounts>, 'email' | 'email_key' | 'email_verified_at'>

export const saveAddress = (tx: Tx, accountId: string, values: AddressValues) =>
  tx.updateTable('accounts').set(values).where('id', '=', accountId).execute()

/** An address counts as the owner's once the account has had it, proven, for this long. */
const PROVEN_FOR = days(7)
const FORMER_FOR = days(30)

type ProvenAddress = { address: string; emailKey: string; isCurrent: boolean; qualifies: boolean }

/**
 * The addresses that are notified when credentials change: the current one if it is verified, and former ones. Those
 * that qualify may take the account back: the first address that it proved, and any that it had for 7 days. At most one
 * former address qualifies in a week, so there are few.
 */
export async function listProvenAddresses(tx: Tx, accountId: string, now: Date): Promise<ProvenAddress[]> {
  const { rows } = await sql<ProvenAddress>`
    select a.email as address, a.email_key as "emailKey", true as "isCurrent",
      a.email_verified_at <= ${later(now, -PROVEN_FOR)}::timestamptz
        or not exists (select from former_addresses f where f.account_id = a.id)
        or exists (
          select from former_addresses f where f.account_id = a.id and f.email_key = a.email_key and f.qualifies
        ) as qualifies
    from accounts a where a.id = ${accountId} and a.email_verified_at is not null and a.email is not null
    union all
    select distinct on (f.email_key) f.address, f.email_key, false, true
    from former_addresses f join accounts a on a.id = f.account_id
    where f.account_id = ${accountId} and f.qualifies and f.ended_at > ${later(now, -FORMER_FOR)}::timestamptz
      and f.email_key is distinct from a.email_key
    limit 8`.execute(tx)
  return rows
}

/** Returns undefined if the account never had this address, or still has it. */
export const findLastHadAt = async (tx: Tx, accountId: string, emailKey: string): Promise<Date | undefined> =>
  (
    await tx
      .selectFrom('former_addresses')
      .select('ended_at')
      .where('account_id', '=', accountId)
      .where('email_key', '=', emailKey)
      .orderBy('ended_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.ended_at

/** Deletes addresses that a thief put in place of the owner's, so that none of them counts as the owner's. */
export const disownAddresses = (tx: Tx, accountId: string, { since, except }: { since: Date; except: string }) =>
  tx
    .deleteFrom('former_addresses')
    .where('account_id', '=', accountId)
    .where('proven_at', '>=', since)
    .where('email_key', '!=', except)
    .execute()
