// Written by npm run schema.
import type { Generated, Int8, Timestamp } from './kinds.ts'

export interface Evidence {
  about_id: string
  at: Timestamp
  content_digest: string
  hash: string
  id: string
  place: Int8
  previous: string
  report_id: string
  reporter_id: string | null
}

export interface EvidenceContents {
  content: string
  evidence_id: string
  salt: string
}

export interface LegalHolds {
  account_id: string
  id: Generated<string>
  lift_reason: string | null
  lifted_at: Timestamp | null
  lifted_by: string | null
  reason: string
  set_at: Timestamp
  set_by: string
}

export interface ModerationLegalHolds {
  account_id: string
}
