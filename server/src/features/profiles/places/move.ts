import type { Updateable } from 'kysely'
import type { Tx } from '../../../infra/db/db.ts'
import type { Profiles } from '../../../infra/db/schema.ts'
import { coarsestLevelIn, countsByLevel, type PlaceRow } from './places.sql.ts'
import { COARSEST, coarser, levelFor, levels, mayMove, publishedPoint, type Cell, type Moves } from './rules.ts'

export type PlaceColumns = Updateable<Profiles>

export const nothingWaiting = { waiting_row: null, waiting_column: null }

export const toCell = (row: number | null | undefined, column: number | null | undefined): Cell | null =>
  row == null || column == null ? null : { row, column }

const toPublishedCell = (cell: Cell, level: number): PlaceColumns => ({
  cell_row: cell.row,
  cell_column: cell.column,
  level,
  ...publishedPoint(cell, level),
})

/**
 * The published level of a cell for a member who moves there. It depends on last night's counts, so that a move can't
 * reveal who is there now. It is never finer than the level of others in the cell. If there are none, the cell needs
 * more people than usual.
 */
async function levelIn(tx: Tx, cell: Cell): Promise<number> {
  const counts = await countsByLevel(
    tx,
    levels.map((level) => coarser(cell, level)),
  )
  const others = await coarsestLevelIn(tx, cell)
  return Math.max(
    levelFor((level) => counts[level] ?? 0, others ?? COARSEST),
    others ?? 0,
  )
}

const neverMoved: Moves = { place_changed_at: null, place_changes: 0 }

/** Null if the member may not move yet. The first place doesn't count as a move. */
export async function moveTo(
  tx: Tx,
  before: PlaceRow | undefined,
  cell: Cell,
  now: Date,
): Promise<PlaceColumns | null> {
  const isFirst = before?.cell_row == null && !before?.place_changed_at
  const { allowed, changes } = mayMove(before ?? neverMoved, now)
  if (!isFirst && !allowed) return null
  const place = { ...toPublishedCell(cell, await levelIn(tx, cell)), ...nothingWaiting }
  return isFirst ? place : { ...place, place_changed_at: now, place_changes: changes }
}
