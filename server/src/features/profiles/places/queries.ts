import { sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { later } from '../../../infra/clock.ts'
import type { Profiles } from '../../../infra/db/schema.ts'
import { MOVES_EVERY, type Cell } from './rules.ts'

/** Holds the profile, so that two places told at once do not mix. */
export const holdPlace = (tx: Tx, accountId: string) =>
  tx
    .selectFrom('profiles')
    .select(['cell_row', 'cell_column', 'waiting_row', 'waiting_column', 'place_changed_at', 'place_changes'])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()

export const keepPlace = (tx: Tx, account_id: string, values: Updateable<Profiles>, updated_at: Date) =>
  tx
    .insertInto('profiles')
    .values({ ...values, account_id, updated_at })
    .onConflict((row) => row.column('account_id').doUpdateSet(values))
    .execute()

/** How many people who were here lately publish from each cell, and between which levels. */
export const peopleByCell = async (db: Db, activeSince: Date) =>
  (
    await sql<{ cell_row: number; cell_column: number; finest: number; coarsest: number; people: number }>`
      select cell_row, cell_column, min(level) as finest, max(level) as coarsest,
        count(*) filter (where last_active_at >= ${activeSince})::int as people
      from profiles join identity_people on identity_people.id = profiles.account_id
      where cell_row is not null and state in ('active', 'paused') group by 1, 2`.execute(db)
  ).rows

export type Count = { level: number; cell: Cell; people: number }

/** Writes the night's counts in place of those before. */
export async function keepCounts(tx: Tx, counts: readonly Count[]): Promise<void> {
  const column = (value: (count: Count) => number) => sql`${counts.map(value)}::int[]`
  await sql`delete from cell_counts`.execute(tx)
  await sql`insert into cell_counts (level, cell_row, cell_column, people)
    select * from unnest(${column(({ level }) => level)}, ${column(({ cell }) => cell.row)},
      ${column(({ cell }) => cell.column)}, ${column(({ people }) => people)})`.execute(tx)
}

/** How many people each of these cells held last night, by its level; they come from the finest to the coarsest. */
export async function countsAround(tx: Tx, cells: readonly Cell[]): Promise<number[]> {
  const { rows } = await sql<{ people: number }>`
    select coalesce(c.people, 0) as people
    from unnest(${cells.map(({ row }) => row)}::int[], ${cells.map(({ column }) => column)}::int[]) with ordinality at(cell_row, cell_column, nth)
    left join cell_counts c on c.level = at.nth - 1 and c.cell_row = at.cell_row and c.cell_column = at.cell_column
    order by at.nth`.execute(tx)
  return rows.map(({ people }) => people)
}

/** The coarsest level that anyone publishes from this cell with. */
export const coarsestAt = async (tx: Tx, { row, column }: Cell): Promise<number | null> =>
  (
    await tx
      .selectFrom('profiles')
      .select((eb) => eb.fn.max('level').as('level'))
      .where('cell_row', '=', row)
      .where('cell_column', '=', column)
      .executeTakeFirstOrThrow()
  ).level

const MOST_MOVED = 1000

/** Those whose place has waited long enough to change; who may move is decided one by one. */
export const whoWaits = async (db: Db, now: Date): Promise<string[]> =>
  (
    await db
      .selectFrom('profiles')
      .select('account_id')
      .where('waiting_row', 'is not', null)
      .where('place_changed_at', '<=', later(now, -MOVES_EVERY))
      .orderBy('place_changed_at')
      .limit(MOST_MOVED)
      .execute()
  ).map(({ account_id }) => account_id)

export const publishFrom = (db: Tx, cell: Cell, level: number, point: { x: number; y: number; z: number }) =>
  db
    .updateTable('profiles')
    .set({ level, ...point })
    .where('cell_row', '=', cell.row)
    .where('cell_column', '=', cell.column)
    .execute()
