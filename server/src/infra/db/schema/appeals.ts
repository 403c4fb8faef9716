// Written by npm run schema.
import type { Generated, Timestamp } from './kinds.ts'

export interface AppealMessages {
  appeal_id: string
  at: Timestamp
  author_id: string
  by_staff: boolean
  id: Generated<string>
  message: string
}

export interface Appeals {
  account_id: string
  created_at: Timestamp
  decided_at: Timestamp | null
  decided_by: string | null
  decision_id: string | null
  id: Generated<string>
  is_same_person: Generated<boolean>
  reason: string | null
  report_id: string | null
  state: Generated<string>
  version: Generated<number>
}
