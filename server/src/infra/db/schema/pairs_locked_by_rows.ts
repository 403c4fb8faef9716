// Written by npm run schema.
import type {} from './kinds.ts'

export interface PairLocks {
  match_id: string
}
