// Written by npm run schema.
import type { Generated, Timestamp } from './kinds.ts'

export interface Allowances {
  account_id: string
  likes: Generated<number>
  resets_at: Timestamp
  superlikes: Generated<number>
  undos: Generated<number>
}

export interface Answers {
  accepted: number[]
  account_id: string
  answer: number
  at: Timestamp
  importance: number
  question_id: string
  shown: Generated<boolean>
  skipped: Generated<boolean>
}

export interface Boosts {
  account_id: string
  begins_at: Timestamp
  ends_at: Timestamp
  month: string
}

export interface Choices {
  action: string
  at: Timestamp
  chooser_id: string
  chosen_id: string
  note: string | null
  note_on: string | null
  note_on_photo: string | null
}

export interface Matches {
  a_id: string
  b_id: string
  closing: string | null
  created_at: Timestamp
  ended_at: Timestamp | null
  ended_by: string | null
  id: Generated<string>
  last_message_at: Timestamp | null
  last_seq: Generated<number>
}

export interface Standings {
  account_id: string
  age_max: number | null
  age_min: number | null
  base_rank: Generated<number>
  birth_bucket: Generated<number | null>
  block: number | null
  born: string | null
  gave: Generated<number>
  gave_likes: Generated<number>
  gender_group: string | null
  got: Generated<number>
  got_likes: Generated<number>
  level: number | null
  pending_factor: Generated<number>
  reach: number | null
  region: Generated<number>
  seeks: Generated<number>
  shown: Generated<number>
  shown_to: number | null
  x: number | null
  y: number | null
  z: number | null
}
