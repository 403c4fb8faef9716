import type { Tx } from '../../../infra/db/db.ts'
import { cityCalled, storedName } from './cities.ts'
import { countryName, moveTo, nothingWaiting, toCell, type PlaceColumns } from './places.ts'
import { lockPlace } from './queries.ts'
import { cellAt, type Cell } from './rules.ts'

export type NamedPlace = { city: string | null; country?: string | null | undefined }

const nowhere = { cell_row: null, cell_column: null, x: null, y: null, z: null, ...nothingWaiting }

const isSameCell = (one: Cell | null, other: Cell) => one?.row === other.row && one.column === other.column

/**
 * Returns the name to store, and the cell of the city if it is known. If the member may not move yet, the name changes
 * now and the cell later (applyWaitingMoves). With an unverified address, a member has a named place but no cell until
 * the address is verified (applyWaitingMove).
 */
export async function placeByName(
  tx: Tx,
  accountId: string,
  { city, country }: NamedPlace,
  now: Date,
): Promise<PlaceColumns> {
  const known = city ? cityCalled(city, country) : undefined
  const names = {
    city: known && city ? storedName(known, city) : city || null,
    country: country || (known ? countryName(known.country) : null),
  }
  const { before, isVerified } = await lockPlace(tx, accountId)
  const current = toCell(before?.cell_row, before?.cell_column)
  // Leaving counts as a move, so that the next place has to wait.
  if (!known) return { ...names, ...nowhere, ...(current && { place_changed_at: now }) }
  const cell = cellAt(known)
  if (isSameCell(current, cell)) return { ...names, ...nothingWaiting }
  const place = isVerified ? await moveTo(tx, before, cell, now) : null
  return { ...names, ...(place ?? { waiting_row: cell.row, waiting_column: cell.column }) }
}
