import { sql } from 'kysely'
import type { Db } from './db.ts'

// What grows with what members do can be spread over several servers with Citus (docs/scale.md). Everything else stays
// an ordinary table on the coordinator.

/** Tables with their keys. Those of a group lie side by side. */
const GROUPS = [
  {
    key: 'chooser_id',
    tables: {
      choices: 'chooser_id',
      likes_received: 'chosen_id',
      notifications: 'account_id',
      uncounted_choices: 'chooser_id',
    },
  },
  { key: 'match_id', tables: { messages: 'match_id', reactions: 'match_id', voice_notes: 'match_id' } },
]

/** Distributes what isn't distributed yet. */
export async function distribute(db: Db, concurrently = true): Promise<string[]> {
  const create = sql.raw(concurrently ? 'create_distributed_table_concurrently' : 'create_distributed_table')
  const done: string[] = []
  for (const { tables } of GROUPS) {
    const [[first]] = [Object.keys(tables)]
    for (const [table, key] of Object.entries(tables)) {
      const { rows } = await sql`select from pg_dist_partition where logicalrelid = ${table}::regclass`.execute(db)
      if (rows.length > 0) continue
      await sql`select ${create}(${table}, ${key}, colocate_with => ${table === first ? 'none' : first})`.execute(db)
      done.push(table)
    }
  }
  // A search of messages folds them where they are.
  await sql`select create_distributed_function('folded(text)')`.execute(db)
  return done
}
