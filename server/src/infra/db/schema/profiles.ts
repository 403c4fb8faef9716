// Written by npm run schema.
import type { ArrayType, Generated, Json, Timestamp } from './kinds.ts'

export interface Profiles {
  account_id: string
  age_max: Generated<number>
  age_min: Generated<number>
  basics: Generated<Json>
  bio: string | null
  cell_column: number | null
  cell_row: number | null
  city: string | null
  country: string | null
  filters: Generated<Json>
  found_gender: string | null
  found_gender_until: Timestamp | null
  found_shown_to: string[] | null
  gender: string | null
  gender_changes: ArrayType<Timestamp> | null
  intention: string | null
  interested_in: Generated<string[]>
  interests: Generated<string[]>
  languages: Generated<string[]>
  level: Generated<number>
  pictures: Generated<Json>
  place_changed_at: Timestamp | null
  place_changes: Generated<number>
  prompts: Generated<Json>
  reach: number | null
  shown_to: string[] | null
  shown_to_at: Timestamp | null
  updated_at: Timestamp
  voice: Json | null
  voice_details: Json | null
  waiting_column: number | null
  waiting_row: number | null
  x: number | null
  y: number | null
  z: number | null
}
