// Written by npm run schema.
import type { Json, Timestamp } from './kinds.ts'

export interface ChatMessages {
  created_at: Timestamp
  deleted_at: Timestamp | null
  id: string
  match_id: string
  public_id: string | null
  sender_id: string
  seq: number | null
  text: string | null
}

export interface ChatReads {
  account_id: string
  match_id: string
  muted: boolean
}

export interface DiscoveryBlocks {
  at: Timestamp | null
  blocker_id: string
  one_id: string
  other_id: string
}

export interface DiscoveryListings {
  account_id: string
  incognito: boolean
}

export interface IdentityPeople {
  can_administer: boolean | null
  complete: boolean
  created_at: Timestamp
  date_of_birth: string | null
  email: string | null
  email_verified_at: Timestamp | null
  first_name: string
  full_name: string | null
  gender: string | null
  id: string
  is_admin: boolean
  language: string | null
  last_active_at: Timestamp | null
  last_name: string
  notify: Json
  premium_until: Timestamp | null
  receipts: boolean
  show_last_active: boolean
  staff_role: string | null
  state: string
  time_zone: string
  version: number
  words: string
}

export interface IdentitySightings {
  account_id: string
  active_days: number | null
  seen_at: Timestamp | null
}

export interface MatchingMatches {
  a_id: string
  b_id: string
  created_at: Timestamp
  ended_at: Timestamp | null
  id: string
  last_message_at: Timestamp | null
  last_seq: number
}

export interface ProfilesPictures {
  account_id: string
  height: number
  placeholder: string
  position: number | null
  public_id: string
  width: number
}

export interface ProfilesPlaces {
  account_id: string
  city: string | null
  country: string | null
  gender: string | null
}
