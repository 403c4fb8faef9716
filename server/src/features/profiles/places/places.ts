import { normalized } from '@kindred/contract'
import type { Updateable } from 'kysely'
import { coarsestLevelIn, countsByLevel, lockPlace, type PlaceRow, savePlace } from './queries.ts'
import { type Cell, coarser, COARSEST, levelFor, levels, mayMove, type Moves, publishedPoint } from './rules.ts'
import type { Tx } from '../../../infra/db/db.ts'
import type { Profiles } from '../../../infra/db/schema.ts'

export type PlaceColumns = Updateable<Profiles>

/** The place that a member on a trip returns to. */
export type Home = {
  trip: string
  city: string | null
  country: string | null
  row: number | null
  column: number | null
}

// Only `toHomeColumn` writes this column.
export const storedHome = (profile: { home: unknown } | null | undefined): Home | null =>
  (profile?.home ?? null) as Home | null

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
 * The published level of a cell for a member who moves there. It follows from last night's counts, so that a move can't
 * reveal who is there now, and is never finer than the level of others in the cell. Without others, the cell needs more
 * people than usual.
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

/** Returns null if the member may not move yet. The first place doesn't count as a move. */
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

/** Applies a first place that was entered before the address was verified, in the transaction that verifies it. */
export async function applyWaitingMove(tx: Tx, accountId: string, now: Date): Promise<void> {
  const { before, isVerified } = await lockPlace(tx, accountId)
  const cell = toCell(before?.waiting_row, before?.waiting_column)
  const place = cell && isVerified && (await moveTo(tx, before, cell, now))
  if (place) await savePlace(tx, accountId, place, now)
}

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' })
export const countryName = (code: string): string => countryNames.of(code) ?? code

export const keyOf = (name: string): string =>
  normalized(name, 'NFKD')
    .replace(/[\p{M}\p{P}]/gu, '')
    .toLowerCase()
    .trim()

// Cities of the same name in one country need a suffix. In the United States it is the state, whose code is in the list
// of cities. Elsewhere it is the nearest larger city.

const states: Record<string, string> = Object.fromEntries(
  (
    'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,' +
    'DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,' +
    'KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,' +
    'MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,' +
    'NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,' +
    'SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,' +
    'WV West Virginia,WI Wisconsin,WY Wyoming'
  )
    .split(',')
    .map((each) => [each.slice(0, 2), each.slice(3)]),
)

export const stateName = (country: string, code: string): string | undefined =>
  country === 'US' ? states[code] : undefined
