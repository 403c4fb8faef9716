import { sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../infra/db/db.ts'
import type { Profiles } from '../../infra/db/schema.ts'

/** Holds the profile, so that two places told at once do not mix. */
export const holdPlace = (tx: Tx, accountId: string) =>
  tx
    .selectFrom('profiles')
    .select(['cell_row', 'cell_column', 'level', 'place_changed_at', 'place_changes'])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()

export const keepPlace = (tx: Tx, account_id: string, values: Updateable<Profiles>, updated_at: Date) =>
  tx
    .insertInto('profiles')
    .values({ ...values, account_id, updated_at })
    .onConflict((row) => row.column('account_id').doUpdateSet(values))
    .execute()

/** How many people who were here lately publish from each cell, and how coarsely. */
export const peopleByCell = async (db: Db, activeSince: Date) =>
  (
    await sql<{ cell_row: number; cell_column: number; level: number; people: number }>`
      select cell_row, cell_column, max(level) as level, count(*) filter (where last_active_at >= ${activeSince})::int as people
      from profiles join accounts on accounts.id = profiles.account_id
      where cell_row is not null and state in ('active', 'paused') group by 1, 2`.execute(db)
  ).rows

export const publishFrom = (
  db: Tx,
  cell: { row: number; column: number },
  level: number,
  point: { x: number; y: number; z: number },
) =>
  db
    .updateTable('profiles')
    .set({ level, ...point })
    .where('cell_row', '=', cell.row)
    .where('cell_column', '=', cell.column)
    .execute()
