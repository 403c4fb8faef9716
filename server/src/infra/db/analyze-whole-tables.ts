import { sql } from 'kysely'
import type { Db } from './db.ts'

/** Runs each night. Of tables in parts, autovacuum analyzes the parts alone. */
export async function analyzeWholeTables({ db }: { db: Db }): Promise<void> {
  await sql`select analyze_whole_tables()`.execute(db)
}
