import { sql } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'

/** Refreshes some of the listings that no server refreshed after the commit. Returns how many. */
export async function refreshSome(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ refreshed: number }>`select discovery_refresh_left(${most}) as refreshed`.execute(db)
  return rows[0]?.refreshed ?? 0
}
