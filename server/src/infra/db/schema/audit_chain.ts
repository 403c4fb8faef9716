// Written by npm run schema.
import type { Generated, Int8, Json, Timestamp } from './kinds.ts'

export interface AuditChain {
  audit_id: string
  hash: Buffer
  place: Int8
  previous: Buffer
}

export interface AuditContents {
  actor_id: string | null
  audit_id: string
  details: Generated<Json>
  reason: string | null
  salt: Generated<string>
  subject_id: string | null
}

export interface AuditHeads {
  at: Timestamp
  hash: Buffer
  place: Int8
}
