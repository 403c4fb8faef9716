// Written by npm run schema.
import type { Generated, Json, Timestamp } from './kinds.ts'

export interface ReportHistory {
  actor_id: string | null
  after: string | null
  at: Timestamp
  before: string | null
  id: Generated<string>
  reason: string | null
  report_id: string
  what: string
}

export interface ReportReplies {
  at: Timestamp
  author_id: string | null
  by_staff: boolean
  id: Generated<string>
  is_internal: Generated<boolean>
  message: string
  report_id: string
}

export interface Reports {
  about_id: string | null
  assignee_id: string | null
  clocks_from: Timestamp
  closed_at: Timestamp | null
  created_at: Timestamp
  description: string
  detail: string | null
  detection: Json | null
  due_at: Generated<Timestamp | null>
  evidence: Generated<Json>
  first_answer_at: Timestamp | null
  first_due_at: Timestamp
  id: Generated<string>
  lease_until: Timestamp | null
  message_id: string | null
  named_at: Timestamp | null
  next_due_at: Timestamp | null
  priority: string
  priority_parts: Generated<Json>
  priority_rank: number
  problem_type: string
  public_id: string | null
  reply_count: Generated<number>
  reporter_id: string | null
  resolve_due_at: Timestamp
  status: Generated<string>
  updated_at: Timestamp
  version: Generated<number>
}
