// Written by npm run schema.
import type { Generated, Int8, Timestamp } from './kinds.ts'

export interface StaleListings {
  account_id: string
  at: Generated<Timestamp>
  id: Generated<Int8>
}
