// Written by npm run schema.
import type { Timestamp } from './kinds.ts'

export interface Erasures {
  account_id: string
  at: Timestamp
}
