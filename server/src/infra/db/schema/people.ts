// Written by npm run schema.
import type { Generated, Json, Timestamp } from './kinds.ts'

export interface AddressBlocks {
  account_id: string
  at: Timestamp
  email_hash: Buffer
  hint: string
  id: Generated<string>
}

export interface Blocks {
  at: Timestamp
  blocked_id: string
  blocker_id: string
  named_at: Timestamp | null
}

export interface DroppedFiles {
  dropped_at: Generated<Timestamp>
  public_id: string
}

export interface Listings {
  account_id: string
  age_max: number
  age_min: number
  basics: Json
  born: string
  city: string
  created_at: Timestamp
  filters: Generated<Json>
  gender: string
  gender_group: string
  hide_age: boolean
  hide_distance: boolean
  incognito: boolean
  intention: string | null
  interests: string[]
  languages: string[]
  level: number
  photo_checked: boolean
  reach: number | null
  region: Generated<number>
  show_last_active: boolean
  shown_to: number | null
  wants: string[]
  words: string
  x: number | null
  y: number | null
  z: number | null
}

export interface PhotoChecks {
  account_id: string
  asked_at: Timestamp
  decided_at: Timestamp | null
  decided_by: string | null
  decision: string | null
  id: Generated<string>
  pose: string
  public_id: string | null
  sent_at: Timestamp | null
  status: Generated<string>
}

export interface Pictures {
  account_id: string
  alt: Generated<string>
  audience: Generated<string>
  created_at: Timestamp
  decided: Json | null
  height: number
  id: Generated<string>
  mime_type: string
  name: string
  placeholder: string
  position: number | null
  public_id: string
  review: Generated<string>
  size: number
  width: number
}

export interface SavedSearches {
  account_id: string
  created_at: Timestamp
  id: Generated<string>
  name: string
  query: Json
}
