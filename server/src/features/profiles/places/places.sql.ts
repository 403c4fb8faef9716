import { sql, type Selectable, type Updateable } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { later } from '../../../infra/clock.ts'
import type { Profiles } from '../../../infra/db/schema.ts'
import { holdAccount } from '../profile/profiles.sql.ts'
import { MOVES_EVERY, type Cell } from './rules.ts'

export type PlaceRow = Pick<
  Selectable<Profiles>,
  'cell_row' | 'cell_column' | 'waiting_row' | 'waiting_column' | 'place_changed_at' | 'place_changes'
>

/** Locks the profile, so that two places sent at the same time don't mix. */
export async function lockPlace(tx: Tx, accountId: string): Promise<PlaceRow | undefined> {
  await holdAccount(tx, accountId)
  return tx
    .selectFrom('profiles')
    .select(['cell_row', 'cell_column', 'waiting_row', 'waiting_column', 'place_changed_at', 'place_changes'])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
}

export const savePlace = (tx: Tx, account_id: string, values: Updateable<Profiles>, updated_at: Date) =>
  tx
    .insertInto('profiles')
    .values({ ...values, account_id, updated_at })
    .onConflict((row) => row.column('account_id').doUpdateSet(values))
    .execute()

type CellPeople = { cell_row: number; cell_column: number; finest: number; coarsest: number; people: number }

/** How many recently active people publish from each cell, and the levels that they publish with. */
export async function peopleByCell(db: Db, activeSince: Date): Promise<CellPeople[]> {
  const { rows } = await sql<CellPeople>`
    select cell_row, cell_column, min(level) as finest, max(level) as coarsest,
      count(*) filter (where last_active_at >= ${activeSince})::int as people
    from profiles join identity_people a on a.id = profiles.account_id
    where cell_row is not null and a.state in ('active', 'paused') group by 1, 2`.execute(db)
  return rows
}

export type CellCount = { level: number; cell: Cell; people: number }

/** Replaces the counts of the night before. */
export async function saveCellCounts(tx: Tx, counts: readonly CellCount[]): Promise<void> {
  const column = (value: (count: CellCount) => number) => sql`${counts.map(value)}::int[]`
  await sql`delete from cell_counts`.execute(tx)
  await sql`insert into cell_counts (level, cell_row, cell_column, people)
    select * from unnest(${column(({ level }) => level)}, ${column(({ cell }) => cell.row)},
      ${column(({ cell }) => cell.column)}, ${column(({ people }) => people)})`.execute(tx)
}

/** Last night's count of each of these cells. They are given from the finest level to the coarsest. */
export async function countsByLevel(tx: Tx, cells: readonly Cell[]): Promise<number[]> {
  const { rows } = await sql<{ people: number }>`
    select coalesce(c.people, 0) as people
    from unnest(${cells.map(({ row }) => row)}::int[], ${cells.map(({ column }) => column)}::int[])
      with ordinality at(cell_row, cell_column, nth)
    left join cell_counts c
      on c.level = at.nth - 1 and c.cell_row = at.cell_row and c.cell_column = at.cell_column
    order by at.nth`.execute(tx)
  return rows.map(({ people }) => people)
}

/** The coarsest level that anyone in this cell publishes with, or null if nobody is there. */
export const coarsestLevelIn = async (tx: Tx, { row, column }: Cell): Promise<number | null> =>
  (
    await tx
      .selectFrom('profiles')
      .select((eb) => eb.fn.max('level').as('level'))
      .where('cell_row', '=', row)
      .where('cell_column', '=', column)
      .executeTakeFirstOrThrow()
  ).level

const MOST_MOVES = 1000

/** Members whose next place has waited long enough. The job checks the daily limit of each. */
export const accountsWithWaitingPlace = async (db: Db, now: Date): Promise<string[]> =>
  (
    await db
      .selectFrom('profiles')
      .select('account_id')
      .where('waiting_row', 'is not', null)
      .where('place_changed_at', '<=', later(now, -MOVES_EVERY))
      .orderBy('place_changed_at')
      .limit(MOST_MOVES)
      .execute()
  ).map(({ account_id }) => account_id)

export const publishCell = (db: Tx, cell: Cell, level: number, point: { x: number; y: number; z: number }) =>
  db
    .updateTable('profiles')
    .set({ level, ...point })
    .where('cell_row', '=', cell.row)
    .where('cell_column', '=', cell.column)
    .execute()
