// Written by npm run schema.
import type { Generated, Timestamp } from './kinds.ts'

export interface SecondLooks {
  answered_at: Timestamp | null
  answered_by: string | null
  close_note: string | null
  closed_at: Timestamp | null
  closed_by: string | null
  decision_id: string
  drawn_at: Timestamp
  id: Generated<string>
  kind: string | null
  raise_note: string | null
  raised_at: Timestamp | null
  raised_by: string | null
  reason: string | null
  rule: number | null
  rule_title: string | null
  same_kind: boolean | null
  same_rule: boolean | null
  state: Generated<string>
}
