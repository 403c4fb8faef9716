import type { Tx } from '../../../infra/db/db.ts'
import { cityCalled, storedName } from './cities.ts'
import { countryName, type Home, moveTo, nothingWaiting, storedHome, toCell, type PlaceColumns } from './places.ts'
import { type LockedPlace, lockPlace } from './queries.ts'
import { cellAt, type Cell } from './rules.ts'

export type NamedPlace = { city: string | null; country?: string | null | undefined }

export const nowhere = { cell_row: null, cell_column: null, x: null, y: null, z: null, ...nothingWaiting }

const isSameCell = (one: Cell | null, other: Cell) => one?.row === other.row && one.column === other.column

/** The name to store, and the cell of the city if it is known. */
export function findPlace({ city, country }: NamedPlace) {
  const known = city ? cityCalled(city, country) : undefined
  const names = {
    city: known && city ? storedName(known, city) : city || null,
    country: country || (known ? countryName(known.country) : null),
  }
  return { names, cell: known ? cellAt(known) : null }
}

/**
 * Returns the name to store, and the cell of the city if it is known. If the member may not move yet, the name changes
 * now and the cell later (applyWaitingMoves). With an unverified address, a member has a named place but no cell until
 * the address is verified (applyWaitingMove). Members on a trip only change the place that they return to.
 */
export async function placeByName(tx: Tx, accountId: string, place: NamedPlace, now: Date): Promise<PlaceColumns> {
  const { names, cell } = findPlace(place)
  const locked = await lockPlace(tx, accountId)
  const home = storedHome(locked.before)
  if (home) return toHomeColumn({ ...home, ...names, row: cell?.row ?? null, column: cell?.column ?? null })
  return { ...names, ...(await moveToCell(tx, locked, cell, now)) }
}

export const toHomeColumn = (home: Home): PlaceColumns => ({ home: JSON.stringify(home) })

export async function moveToCell(
  tx: Tx,
  { before, isVerified }: LockedPlace,
  cell: Cell | null,
  now: Date,
): Promise<PlaceColumns> {
  const current = toCell(before?.cell_row, before?.cell_column)
  // Leaving counts as a move, so that the next place has to wait.
  if (!cell) return { ...nowhere, ...(current && { place_changed_at: now }) }
  if (isSameCell(current, cell)) return nothingWaiting
  const place = isVerified ? await moveTo(tx, before, cell, now) : null
  return place ?? { waiting_row: cell.row, waiting_column: cell.column }
}
