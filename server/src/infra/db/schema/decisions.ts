// Written by npm run schema.
import type { Generated, Json, Timestamp } from './kinds.ts'

export interface DecisionReports {
  decision_id: string
  next_due_before: Timestamp | null
  report_id: string
  status_before: string
}

export interface Decisions {
  category: string
  created_at: Timestamp
  days: number | null
  decided_by: string | null
  end_reason: string | null
  ended_at: Timestamp | null
  ended_by: string | null
  facts: string
  hidden: Generated<Json>
  id: Generated<string>
  in_force_at: Timestamp | null
  is_automated: Generated<boolean>
  is_detected: Generated<boolean>
  is_fraud: Generated<boolean>
  kind: string
  mail_id: string | null
  premium_until: Timestamp | null
  report_id: string | null
  rule: number | null
  rule_title: string | null
  settled_at: Timestamp | null
  source: string
  state: string
  strike_until: Timestamp | null
  subject_id: string
  subscription: Generated<string>
  until: Timestamp | null
  version: Generated<number>
}
