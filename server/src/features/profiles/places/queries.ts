import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { type Cell, MOVES_EVERY } from './rules.ts'
import { days, later } from '../../../infra/clock.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Profiles } from '../../../infra/db/schema.ts'

export type PlaceRow = Pick<
  Selectable<Profiles>,
  'cell_row' | 'cell_column' | 'waiting_row' | 'waiting_column' | 'place_changed_at' | 'place_changes' | 'home'
>

export type LockedPlace = { before: PlaceRow | undefined; isVerified: boolean }

/** The lock keeps two places that were sent at the same time from mixing. */
export async function lockPlace(tx: Tx, accountId: string): Promise<LockedPlace> {
  await sql`select identity_lock(${accountId})`.execute(tx)
  const before = await tx
    .selectFrom('profiles')
    .select(['cell_row', 'cell_column', 'waiting_row', 'waiting_column', 'place_changed_at', 'place_changes', 'home'])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  const account = await tx
    .selectFrom('identity_people')
    .select('email_verified_at')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return { before, isVerified: account?.email_verified_at != null }
}

export const savePlace = (tx: Tx, account_id: string, values: Updateable<Profiles>, updated_at: Date) =>
  tx
    .insertInto('profiles')
    .values({ ...values, account_id, updated_at })
    .onConflict((row) => row.column('account_id').doUpdateSet(values))
    .execute()

type UsedCell = { cell: Cell; finest: number; coarsest: number }

export async function usedCells(db: Db): Promise<UsedCell[]> {
  const { rows } = await sql<{ cell_row: number; cell_column: number; finest: number; coarsest: number }>`
    select cell_row, cell_column, min(level) as finest, max(level) as coarsest
    from profiles join identity_people a on a.id = profiles.account_id
    where cell_row is not null and a.state in ('active', 'paused') group by 1, 2`.execute(db)
  return rows.map(({ cell_row, cell_column, ...levels }) => ({
    cell: { row: cell_row, column: cell_column },
    ...levels,
  }))
}

/** Only members who aren't new, came back several times and were active lately count. */
const OLD_ENOUGH = days(14)
const ACTIVE_WITHIN = days(90)
const ENOUGH_DAYS = 3

/**
 * The people who count toward a cell. Anyone can create accounts, so each must have a verified address, a complete
 * profile and a photo that others see, and must have stayed for a while.
 */
const peopleWhoCount = (now: Date) => sql`
  select a.id, p.cell_row, p.cell_column
  from profiles p join identity_people a on a.id = p.account_id join identity_last_seen s on s.account_id = a.id
  where p.cell_row is not null and a.state in ('active', 'paused') and a.email_verified_at is not null and a.complete
    and a.admission is null
    and p.pictures @> '[{"position": 0, "review": "shown"}]' and a.created_at <= ${later(now, -OLD_ENOUGH)}
    and s.seen_at >= ${later(now, -ACTIVE_WITHIN)}
    and s.active_days >= ${ENOUGH_DAYS}`

/**
 * The first 24 bits of an IPv4 address, or the first 48 of an IPv6 address: someone with one address of such a network
 * can usually get the others.
 */
const networkOf = (address: RawBuilder<unknown>) => sql<string>`
  case when ${address} like '%:%'
    then array_to_string((string_to_array(${address}, ':'))[1:3], ':')
    else array_to_string((string_to_array(${address}, '.'))[1:3], '.') end`

type CellCount = { level: number; cell: Cell; people: number }

/**
 * Counts the people in each cell of every level and replaces the counts of the night before. `cells` maps each used
 * cell to the cells of all levels that contain it. People in a cell who share a network count once. For each person,
 * the network is the one they signed in from that most others also used. A device is a browser in a network, so it
 * needs no rule of its own. People without a sign-in in those days can't be told apart, so they count as one.
 */
export async function countPeople(
  tx: Tx,
  cells: readonly { own: Cell; level: number; cell: Cell }[],
  now: Date,
): Promise<CellCount[]> {
  const column = (value: (each: (typeof cells)[number]) => number) => sql`${cells.map(value)}::int[]`
  await sql`delete from cell_counts`.execute(tx)
  const { rows } = await sql<{ level: number; cell_row: number; cell_column: number; people: number }>`
    with people as materialized (${peopleWhoCount(now)}),
    used as materialized (
      select distinct s.account_id, ${networkOf(sql`s.address`)} as network
      from identity_sign_ins s join people on people.id = s.account_id where s.at > ${later(now, -ACTIVE_WITHIN)}),
    networks as (select network, count(*) as people from used group by network),
    shared as (
      select distinct on (account_id) account_id, network from used join networks using (network)
      order by account_id, networks.people desc, network),
    cells as (
      select * from unnest(${column(({ own }) => own.row)}, ${column(({ own }) => own.column)},
        ${column(({ level }) => level)}, ${column(({ cell }) => cell.row)}, ${column(({ cell }) => cell.column)})
        cells(own_row, own_column, level, cell_row, cell_column))
    insert into cell_counts (level, cell_row, cell_column, people)
    select c.level, c.cell_row, c.cell_column, count(distinct coalesce(shared.network, ''))
    from people left join shared on shared.account_id = people.id
    join cells c on c.own_row = people.cell_row and c.own_column = people.cell_column
    group by c.level, c.cell_row, c.cell_column
    returning level, cell_row, cell_column, people`.execute(tx)
  return rows.map(({ level, cell_row, cell_column, people }) => ({
    level,
    cell: { row: cell_row, column: cell_column },
    people,
  }))
}

/** Expects cells from the finest level to the coarsest. */
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

/** The job checks each member's daily limit. */
export const accountsWithWaitingPlace = async (db: Db, now: Date): Promise<string[]> =>
  (
    await db
      .selectFrom('profiles')
      .innerJoin('identity_people', 'identity_people.id', 'profiles.account_id')
      .select('account_id')
      .where('waiting_row', 'is not', null)
      .where('email_verified_at', 'is not', null)
      .where((eb) =>
        eb.or([eb('place_changed_at', 'is', null), eb('place_changed_at', '<=', later(now, -MOVES_EVERY))]),
      )
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
