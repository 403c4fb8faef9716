import type { Deps } from '../../deps.ts'
import { days, later } from '../../infra/clock.ts'
import { transaction, type Tx } from '../../infra/db/db.ts'
import { eachByItself } from '../../infra/jobs.ts'
import { citiesLike, cityCalled, cityNear, countryName } from './cities.ts'
import * as queries from './queries.ts'
import {
  cellAt,
  centreOf,
  coarser,
  hasLeft,
  levelFor,
  mayMove,
  publishedPoint,
  type Cell,
  type Position,
} from './rules.ts'

type Named = { city: string | null; country?: string | null | undefined }

const nowhere = { cell_row: null, cell_column: null, x: null, y: null, z: null }

const kept = (cell: Cell, level: number) => ({
  cell_row: cell.row,
  cell_column: cell.column,
  ...publishedPoint(cell, level),
})

/** What is kept of a place by name: the words as they were said, and the cell of the city where we know it. */
export function placeCalled({ city, country }: Named, level = 0) {
  const known = city ? cityCalled(city, country) : undefined
  return {
    city: city || null,
    country: country || (known ? countryName(known.country) : null),
    ...(known ? kept(cellAt(known), level) : nowhere),
  }
}

export async function goTo(context: Deps, accountId: string, to: Position | Named): Promise<void> {
  const now = context.clock.now()
  await transaction(context.db, async (tx) => {
    if ('latitude' in to) return goToPosition(tx, accountId, to, now)
    const before = await queries.holdPlace(tx, accountId)
    await queries.keepPlace(tx, accountId, placeCalled(to, before?.level), now)
  })
}

/** The position itself ends here: only the cell goes on, and only if it is another one. */
async function goToPosition(tx: Tx, accountId: string, position: Position, now: Date): Promise<void> {
  const before = await queries.holdPlace(tx, accountId)
  const here =
    before?.cell_row == null || before.cell_column === null
      ? null
      : { row: before.cell_row, column: before.cell_column }
  if (here && !hasLeft(here, position)) return
  const { allowed, changes } = mayMove(before ?? { place_changed_at: null, place_changes: 0 }, now)
  if (!allowed) return
  const cell = cellAt(position)
  const near = cityNear(centreOf(cell))
  const label = near
    ? { city: near.name, country: countryName(near.country) }
    : { city: 'Far from any city', country: null }
  const moved = { ...kept(cell, before?.level ?? 0), ...label, place_changed_at: now, place_changes: changes }
  await queries.keepPlace(tx, accountId, moved, now)
}

const SHOWN = 8

export const placesLike = (text: string) =>
  citiesLike(text, SHOWN).map(({ name, country }) => ({ city: name, country: countryName(country) }))

/** Each night: cells where few people are publish from coarser ones, as they stood that night. */
export async function settleLevels({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const cells = await queries.peopleByCell(db, later(clock.now(), -days(90)))
  const counts = Array.from({ length: 5 }, () => new Map<string, number>())
  const keyAt = (cell: Cell, level: number) => {
    const { row, column } = coarser(cell, level)
    return `${row}:${column}`
  }
  const places = cells.map((each) => ({ ...each, cell: { row: each.cell_row, column: each.cell_column } }))
  for (const { cell, people } of places)
    counts.forEach((count, level) => count.set(keyAt(cell, level), (count.get(keyAt(cell, level)) ?? 0) + people))
  await eachByItself(places, async ({ cell, level: before }) => {
    const level = levelFor((each) => counts[each]!.get(keyAt(cell, each)) ?? 0, before)
    if (level !== before)
      await transaction(db, (tx) => queries.publishFrom(tx, cell, level, publishedPoint(cell, level)))
  })
}
