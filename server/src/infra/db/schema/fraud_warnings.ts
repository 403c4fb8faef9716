// Written by npm run schema.
import type { Generated, Timestamp } from './kinds.ts'

export interface DeliveryMails {
  id: string
  last_error: string | null
  sent_at: Timestamp | null
}

export interface FraudNotices {
  account_id: string
  answered: boolean
  at: Timestamp
  corrected_at: Timestamp | null
  decision_id: string
  mail_id: string | null
  mail_sent_at: Timestamp | null
}

export interface FraudWarnings {
  corrected_at: Timestamp | null
  correction_due_at: Timestamp | null
  decision_id: string
  due_at: Timestamp
  finished_at: Timestamp | null
  held_at: Timestamp | null
  held_by: string | null
  hold_reason: string | null
  latest_at: Timestamp
  sent_by: string | null
  state: string
  version: Generated<number>
}
