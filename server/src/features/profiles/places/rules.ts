// Positions are rounded to a cell of an equal-area grid before anything is stored. Only the cell is saved.

const CELL = 1.609
const KM_PER_DEGREE = 111.195
const EQUATOR = 40_030.2
const EARTH = 6371.0088

export type Cell = { row: number; column: number }
export type Position = { latitude: number; longitude: number }

function grid(level: number) {
  const side = CELL * 2 ** level
  const step = side / KM_PER_DEGREE
  const rows = Math.ceil(180 / step)
  const middle = (row: number) => Math.min(90, -90 + (row + 0.5) * step)
  const columns = (row: number) => Math.max(1, Math.floor((EQUATOR * Math.cos((middle(row) * Math.PI) / 180)) / side))
  return { side, step, rows, middle, columns }
}

export function cellAt({ latitude, longitude }: Position, level = 0): Cell {
  const { step, rows, columns } = grid(level)
  const row = Math.min(rows - 1, Math.max(0, Math.floor((latitude + 90) / step)))
  const count = columns(row)
  const column = Math.floor((longitude + 180) / (360 / count)) % count
  return { row, column }
}

export function centreOf({ row, column }: Cell, level = 0): Position {
  const { middle, columns } = grid(level)
  return { latitude: middle(row), longitude: -180 + (column + 0.5) * (360 / columns(row)) }
}

/** The coarser cell contains the center of this one. */
export const coarser = (cell: Cell, level: number): Cell => (level === 0 ? cell : cellAt(centreOf(cell), level))

export function pointOf({ latitude, longitude }: Position): { x: number; y: number; z: number } {
  const [phi, lambda] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180]
  return {
    x: EARTH * Math.cos(phi) * Math.cos(lambda),
    y: EARTH * Math.cos(phi) * Math.sin(lambda),
    z: EARTH * Math.sin(phi),
  }
}

export function positionOf({ x, y, z }: { x: number; y: number; z: number }): Position {
  const latitude = (Math.asin(Math.max(-1, Math.min(1, z / EARTH))) * 180) / Math.PI
  return { latitude, longitude: (Math.atan2(y, x) * 180) / Math.PI }
}

/** Distances to a member are computed from this point, the center of the cell at the published level. */
export const publishedPoint = (cell: Cell, level: number) => pointOf(centreOf(coarser(cell, level), level))

/** The margin keeps members at the edge from switching back and forth. */
export function hasLeft(cell: Cell, { latitude, longitude }: Position): boolean {
  const { side, step, columns } = grid(0)
  const centre = centreOf(cell)
  const aside = Math.abs(((longitude - centre.longitude + 540) % 360) - 180)
  const scale = KM_PER_DEGREE * Math.cos((latitude * Math.PI) / 180)
  const north = Math.max(0, Math.abs(latitude - centre.latitude) - step / 2) * KM_PER_DEGREE
  const east = Math.max(0, aside - 360 / columns(cell.row) / 2) * scale
  return Math.hypot(north, east) > 0.25 * side
}

export const MOVES_EVERY = 30 * 60_000
const A_DAY = 12

export type Moves = { place_changed_at: Date | null; place_changes: number }

/** A place may change once in 30 minutes, and at most 12 times a day. */
export function mayMove({ place_changed_at, place_changes }: Moves, now: Date): { allowed: boolean; changes: number } {
  if (!place_changed_at) return { allowed: true, changes: 1 }
  const sameDay = place_changed_at.toISOString().slice(0, 10) === now.toISOString().slice(0, 10)
  const changes = sameDay ? place_changes : 0
  return { allowed: now.getTime() - place_changed_at.getTime() >= MOVES_EVERY && changes < A_DAY, changes: changes + 1 }
}

const ENOUGH = 50
export const levels = [0, 1, 2, 3, 4] as const
export const COARSEST = 4

/**
 * The finest level at which the cell has enough people. A cell becomes finer or coarser only with a margin, so that a
 * few people who come and go change nothing.
 */
export function levelFor(countAt: (level: number) => number, before: number): number {
  for (let level = 0; level < COARSEST; level++)
    if (countAt(level) >= (level < before ? ENOUGH * 1.2 : level === before ? ENOUGH * 0.8 : ENOUGH)) return level
  return COARSEST
}
