import { sql, type RawBuilder } from 'kysely'
import { inBatches } from '../in-turns.ts'
import type { Logger } from '../log.ts'
import { transaction, type Db, type Tx } from './db.ts'
import { NIL_UUID } from '../nil-uuid.ts'

// Tables that grow with members' activity have no foreign keys to accounts and matches. The commands and triggers that
// delete accounts and matches also delete their rows. This finds rows left behind by a crash or plain SQL.

const AT_ONCE = 5000

type Target = {
  db: Db
  log: Logger
  table: string
  key: string
}

/**
 * Repairs a table in batches, by key, and logs the problem. `repair` changes the rows of a batch and returns their
 * number.
 */
export async function repairTable(
  { db, log, table, key }: Target,
  what: string,
  repair: (part: RawBuilder<boolean>) => Promise<number>,
): Promise<void> {
  const [rows, column] = [sql.table(table), sql.ref(key)]
  let [from, repaired] = [NIL_UUID, 0]
  await inBatches(async () => {
    const next = await sql<{ key: string }>`
      select ${column} as key from ${rows} where ${column} > ${from} order by 1 offset ${AT_ONCE} limit 1`.execute(db)
    const to = next.rows[0]?.key
    repaired += await repair(
      to === undefined ? sql<boolean>`${column} > ${from}` : sql<boolean>`${column} > ${from} and ${column} <= ${to}`,
    )
    from = to ?? from
    return to !== undefined
  })
  if (repaired > 0) log.warn({ table, rows: repaired }, what)
}

async function goneOf(
  db: Db,
  { table, part, naming, existing }: { table: string; part: RawBuilder<boolean>; naming: string[]; existing: string },
): Promise<string[]> {
  const { rows } = await sql<Record<string, string>>`
    select distinct ${sql.join(naming.map((column) => sql.ref(column)))} from ${sql.table(table)}
    where ${part}`.execute(db)
  const named = [...new Set(rows.flatMap((row) => Object.values(row)))]
  // The check comes after the rows were read, so everyone they name existed before.
  const gone = await sql<{ id: string }>`
    select n.id from unnest(${named}::uuid[]) n(id)
    where not exists (select from ${sql.table(existing)} e where e.id = n.id)`.execute(db)
  return gone.rows.map(({ id }) => id)
}

/**
 * Deletes rows that refer to missing rows. `naming` has the columns, and `existing` is the view of existing IDs. `drop`
 * runs in the same transaction, with the deleted rows.
 */
export const dropOrphans = (
  target: Target,
  { naming, existing }: { naming: string[]; existing: string },
  drop?: (tx: Tx, rows: Record<string, unknown>[]) => Promise<unknown>,
): Promise<void> =>
  repairTable(target, 'These rows named someone who no longer exists.', async (part) => {
    const { db, table } = target
    const gone = await goneOf(db, { table, part, naming, existing })
    if (gone.length === 0) return 0
    return transaction(db, async (tx) => {
      const isOrphan = naming.map((column) => sql`${sql.ref(column)} = any(${gone}::uuid[])`)
      const { rows } = await sql<Record<string, unknown>>`
        delete from ${sql.table(table)} where ${part} and (${sql.join(isOrphan, sql` or `)}) returning *`.execute(tx)
      await drop?.(tx, rows)
      return rows.length
    })
  })
