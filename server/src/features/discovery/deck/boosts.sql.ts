import { sql } from 'kysely'
import type { Tx } from '../../../infra/db/db.ts'

/** One boost a month: the row is reused in a later month, and refused in the same one. */
export async function saveBoost(tx: Tx, accountId: string, month: string, begins: Date, ends: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into boosts (account_id, month, begins_at, ends_at) values (${accountId}, ${month}, ${begins}, ${ends})
    on conflict (account_id) do update
      set month = excluded.month, begins_at = excluded.begins_at, ends_at = excluded.ends_at
    where boosts.month < excluded.month returning 1`.execute(tx)
  return rows.length > 0
}
