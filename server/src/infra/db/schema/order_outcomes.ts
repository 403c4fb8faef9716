// Written by npm run schema.
import type { Generated, Json, Timestamp } from './kinds.ts'

export interface OrderOutcomes {
  compared_from: Timestamp | null
  comparison: Json | null
  counted_until: Generated<Timestamp>
  fitted_at: Timestamp | null
  is_on: Generated<boolean>
  matches: Generated<number>
  one_row: Generated<boolean>
  weights: Json | null
}
