// Written by npm run schema.
import type { Timestamp } from './kinds.ts'

export interface BlockedBy {
  at: Timestamp
  blocked_id: string
  blocker_id: string
}
