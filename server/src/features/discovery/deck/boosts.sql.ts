import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'

/** Accounts with an active boost, the oldest boost first. */
export async function activeBoosts(db: Db, now: Date, count: number): Promise<string[]> {
  const rows = await db
    .selectFrom('boosts')
    .select('account_id')
    .where('begins_at', '<=', now)
    .where('ends_at', '>', now)
    .orderBy('begins_at')
    .limit(count)
    .execute()
  return rows.map(({ account_id }) => account_id)
}

/** One boost a month: the row is reused in a later month, and refused in the same one. */
export async function saveBoost(tx: Tx, accountId: string, month: string, begins: Date, ends: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into boosts (account_id, month, begins_at, ends_at) values (${accountId}, ${month}, ${begins}, ${ends})
    on conflict (account_id) do update
      set month = excluded.month, begins_at = excluded.begins_at, ends_at = excluded.ends_at
    where boosts.month < excluded.month returning 1`.execute(tx)
  return rows.length > 0
}
