import type { Updateable } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { days, later } from '../../../infra/clock.ts'
import type { Tx } from '../../../infra/db/db.ts'
import type { Profiles } from '../../../infra/db/schema.ts'
import { eachByItself } from '../../../infra/jobs.ts'
import { citiesLike, cityCalled, cityNear, countryName } from './cities.ts'
import * as queries from './queries.ts'
import {
  cellAt,
  centreOf,
  COARSEST,
  coarser,
  hasLeft,
  levelFor,
  levels,
  mayMove,
  publishedPoint,
  type Cell,
  type Moves,
  type Position,
} from './rules.ts'
import { asMember, type Opening, SYSTEM, unitOfWork } from '../../../work.ts'

export { personalData } from './personal-data.ts'

type Named = { city: string | null; country?: string | null | undefined }
type Place = Updateable<Profiles>

const settled = { waiting_row: null, waiting_column: null }
const nowhere = { cell_row: null, cell_column: null, x: null, y: null, z: null, ...settled }
const neverMoved: Moves = { place_changed_at: null, place_changes: 0 }

const published = (cell: Cell, level: number): Place => ({
  cell_row: cell.row,
  cell_column: cell.column,
  level,
  ...publishedPoint(cell, level),
})

const cellOf = (row: number | null | undefined, column: number | null | undefined): Cell | null =>
  row == null || column == null ? null : { row, column }

/**
 * How coarsely a cell is published to someone who comes there: by the night's counts, never by who is there now, and never more
 * finely than whoever publishes from it already. Where nobody does, there has to be enough to spare.
 */
async function levelAt(tx: Tx, cell: Cell): Promise<number> {
  const counts = await queries.countsAround(
    tx,
    levels.map((level) => coarser(cell, level)),
  )
  const neighbours = await queries.coarsestAt(tx, cell)
  return Math.max(
    levelFor((level) => counts[level] ?? 0, neighbours ?? COARSEST),
    neighbours ?? 0,
  )
}

type Held = Awaited<ReturnType<typeof queries.holdPlace>>

/** What changes when someone goes to a cell, or null as long as they may not. The first place of all is no move. */
async function moved(tx: Tx, before: Held, cell: Cell, now: Date): Promise<Place | null> {
  if (before?.cell_row == null && !before?.place_changed_at)
    return { ...published(cell, await levelAt(tx, cell)), ...settled }
  const { allowed, changes } = mayMove(before ?? neverMoved, now)
  if (!allowed) return null
  return { ...published(cell, await levelAt(tx, cell)), ...settled, place_changed_at: now, place_changes: changes }
}

const sameCell = (one: Cell | null, other: Cell) => one?.row === other.row && one.column === other.column

/**
 * What is kept of a place by name: the words as they were said, and the cell of the city where we know it. Whoever may not move
 * yet has the words at once; the cell follows (settleMoves).
 */
export async function placeCalled(tx: Tx, accountId: string, { city, country }: Named, now: Date): Promise<Place> {
  const known = city ? cityCalled(city, country) : undefined
  const words = { city: city || null, country: country || (known ? countryName(known.country) : null) }
  const before = await queries.holdPlace(tx, accountId)
  const here = cellOf(before?.cell_row, before?.cell_column)
  // To leave is a move, too: what comes next has to wait for it.
  if (!known) return { ...words, ...nowhere, ...(here && { place_changed_at: now }) }
  const cell = cellAt(known)
  if (sameCell(here, cell)) return { ...words, ...settled }
  const place = await moved(tx, before, cell, now)
  return { ...words, ...(place ?? { waiting_row: cell.row, waiting_column: cell.column }) }
}

export async function goTo(context: Deps, accountId: string, to: Position | Named): Promise<void> {
  await unitOfWork(context, asMember(accountId), async ({ tx, now }) => {
    const place = 'latitude' in to ? await placeAt(tx, accountId, to, now) : await placeCalled(tx, accountId, to, now)
    if (place) await queries.keepPlace(tx, accountId, place, now)
  })
}

/** The position itself ends here: only the cell goes on, and only if it is another one. */
async function placeAt(tx: Tx, accountId: string, position: Position, now: Date): Promise<Place | null> {
  const before = await queries.holdPlace(tx, accountId)
  const here = cellOf(before?.cell_row, before?.cell_column)
  if (here && !hasLeft(here, position)) return null
  const cell = cellAt(position)
  const place = await moved(tx, before, cell, now)
  if (!place) return null
  const near = cityNear(centreOf(cell))
  return {
    ...place,
    ...(near ? { city: near.name, country: countryName(near.country) } : { city: 'Far from any city', country: null }),
  }
}

/** Every ten minutes: those go where they have said they are, who may move by now. */
export async function settleMoves(context: Opening): Promise<void> {
  await eachByItself(await queries.whoWaits(context.db, context.clock.now()), (accountId) =>
    unitOfWork(context, SYSTEM, async (work) => {
      const before = await queries.holdPlace(work.tx, accountId)
      const cell = cellOf(before?.waiting_row, before?.waiting_column)
      const place = cell && (await moved(work.tx, before, cell, work.now))
      if (place) await queries.keepPlace(work.tx, accountId, place, work.now)
    }),
  )
}

const SHOWN = 8

export const placesLike = (text: string) =>
  citiesLike(text, SHOWN).map(({ name, country }) => ({ city: name, country: countryName(country) }))

/** Each night: how many people there are in each cell is counted; where they are few, they publish from coarser ones. */
export async function settleLevels(context: Opening): Promise<void> {
  const cells = (await queries.peopleByCell(context.db, later(context.clock.now(), -days(90)))).map((each) => ({
    ...each,
    cell: { row: each.cell_row, column: each.cell_column },
  }))
  const counts = new Map<string, queries.Count>()
  const keyOf = ({ row, column }: Cell, level: number) => `${level}:${row}:${column}`
  for (const { cell: own, people } of cells)
    for (const level of levels) {
      const cell = coarser(own, level)
      const key = keyOf(cell, level)
      counts.set(key, { level, cell, people: (counts.get(key)?.people ?? 0) + people })
    }
  await unitOfWork(context, SYSTEM, (work) => queries.keepCounts(work.tx, [...counts.values()]))
  await eachByItself(cells, async ({ cell, finest, coarsest }) => {
    const level = levelFor((each) => counts.get(keyOf(coarser(cell, each), each))?.people ?? 0, coarsest)
    if (level !== finest || level !== coarsest)
      await unitOfWork(context, SYSTEM, (work) =>
        queries.publishFrom(work.tx, cell, level, publishedPoint(cell, level)),
      )
  })
}
