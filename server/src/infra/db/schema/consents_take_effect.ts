// Written by npm run schema.
import type { Json, Timestamp } from './kinds.ts'

export interface ProfilesConsents {
  account_id: string
  kind: string
}

export interface WithdrawnDetails {
  account_id: string
  details: Json
  erase_at: Timestamp
  withdrawn_at: Timestamp
}
