// Written by npm run schema.
import type { Timestamp } from './kinds.ts'

export interface LikeCounts {
  account_id: string
  at: Timestamp
  likes: number
}
