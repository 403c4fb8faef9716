import { sql, type RawBuilder } from 'kysely'
import { partByPart } from '../in-turns.ts'
import type { Logger } from '../log.ts'
import type { Db } from './db.ts'

// No foreign key leads from tables that grow with what members do to their accounts and matches. The verbs and triggers
// that delete these delete their rows, too. What a crash or plain SQL leaves behind is found here.

const AT_ONCE = 5000
const FIRST = '00000000-0000-0000-0000-000000000000'

type Mending = {
  db: Db
  log: Logger
  /** The table, and the first column of its keys. */
  table: string
  key: string
}

/** Mends a table part by part, in the order of its key, and says what was wrong. `mend` changes the rows of a part. */
export async function mendTable(
  { db, log, table, key }: Mending,
  what: string,
  mend: (part: RawBuilder<boolean>) => RawBuilder<unknown>,
): Promise<void> {
  const [rows, column] = [sql.table(table), sql.ref(key)]
  let [from, mended] = [FIRST, 0]
  await partByPart(async () => {
    const next = await sql<{ key: string }>`
      select ${column} as key from ${rows} where ${column} > ${from} order by 1 offset ${AT_ONCE} limit 1`.execute(db)
    const to = next.rows[0]?.key
    const part =
      to === undefined ? sql<boolean>`${column} > ${from}` : sql<boolean>`${column} > ${from} and ${column} <= ${to}`
    const { numAffectedRows, rows: answered } = await mend(part).execute(db)
    mended += Number(numAffectedRows ?? answered.length)
    from = to ?? from
    return to !== undefined
  })
  if (mended > 0) log.warn({ table, rows: mended }, what)
}

export const NOBODYS = 'These rows belonged to nobody any more.'

/** Deletes rows of whose owners one is gone. */
export const dropOrphans = (mending: Mending, isOrphan: RawBuilder<boolean>): Promise<void> =>
  mendTable(mending, NOBODYS, (part) => sql`delete from ${sql.table(mending.table)} o where ${part} and ${isOrphan}`)
