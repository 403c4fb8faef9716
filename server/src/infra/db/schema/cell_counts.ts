// Written by npm run schema.
import type {} from './kinds.ts'

export interface CellCounts {
  cell_column: number
  cell_row: number
  level: number
  people: number
}
