// Written by npm run schema.
import type { Generated, Interval, Json, Timestamp } from './kinds.ts'

export interface FlaggedMessages {
  account_id: string
  at: Timestamp
  match_id: string
  message_id: string
  rule: string
}

export interface LessenedExposures {
  account_id: string
  at: Timestamp | null
  report_id: string
}

export interface MatchingChoices {
  action: string
  at: Timestamp
  chooser_id: string
  chosen_id: string
}

export interface ModerationFlaggedMessages {
  match_id: string | null
  message_id: string
  rule: string
}

export interface ModerationLessExposed {
  account_id: string | null
}

export interface MonitoringHits {
  account_id: string
  at: Timestamp
  facts: Generated<Json>
  found_on: string
  rule: string
}

export interface MonitoringRules {
  changed_at: Timestamp
  changed_by: string | null
  name: string
  settings: Json
  version: number
}

export interface SlowedSenders {
  account_id: string
  ends_at: Timestamp
  gap: Interval
  next_at: Timestamp
  report_id: string | null
}
