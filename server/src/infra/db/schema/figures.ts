// Written by npm run schema.
import type { Timestamp } from './kinds.ts'

export interface AccountChanges {
  active: boolean | null
  born: string | null
  complete: boolean | null
  count: number
  counts_from: Timestamp
  gender: string | null
  joined: Timestamp | null
  kind: string
  verified: boolean | null
  vip: boolean | null
}

export interface AccountTallies {
  active: boolean | null
  born: string | null
  complete: boolean | null
  count: number
  gender: string | null
  joined: Timestamp | null
  kind: string
  verified: boolean | null
  vip: boolean | null
}

export interface Sightings {
  account_id: string
  active_days: number | null
  seen_at: Timestamp | null
}
