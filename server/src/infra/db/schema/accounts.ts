// Written by npm run schema.
import type { Generated, Int8, Json, Timestamp } from './kinds.ts'

export interface Accounts {
  complete: Generated<boolean>
  created_at: Timestamp
  date_of_birth: string | null
  deletion_due_at: Timestamp | null
  email: string | null
  email_key: string | null
  email_verification_sent_at: Timestamp | null
  email_verified_at: Timestamp | null
  first_name: string
  /**
   * As the profile says, in small letters; null where it says nothing.
   */
  gender: string | null
  hide_age: Generated<boolean>
  hide_distance: Generated<boolean>
  id: Generated<string>
  incognito: Generated<boolean>
  is_admin: Generated<boolean>
  is_demo: Generated<boolean>
  language: string | null
  last_active_at: Timestamp | null
  last_name: string
  limited_until: Timestamp | null
  notify: Generated<Json>
  password_hash: string | null
  photo_checked_at: Timestamp | null
  premium_until: Timestamp | null
  receipts: Generated<boolean>
  show_last_active: Generated<boolean>
  staff_role: string | null
  state: Generated<string>
  state_before_decision: string | null
  state_before_deletion: string | null
  time_zone: Generated<string>
  units: Generated<string>
  version: Generated<number>
  words: Generated<string>
}

export interface AuditLog {
  action: string
  actor_id: string | null
  actor_kind: string
  at: Timestamp
  content_digest: Buffer
  fields: Generated<string[]>
  id: Generated<string>
  subject_id: string | null
}

export interface Consents {
  account_id: string
  given_at: Timestamp
  id: Generated<string>
  kind: string
  version: string
  withdrawn_at: Timestamp | null
}

export interface Facts {
  key: string
  value: Json
}

export interface Identities {
  account_id: string
  created_at: Timestamp
  provider: string
  subject: string
}

export interface Mails {
  about_ids: Generated<string[]>
  account_id: string | null
  body: Buffer | null
  created_at: Timestamp
  hold_until: Timestamp | null
  id: Generated<string>
  kind: string
  last_error: string | null
  recipient: string
  sent_at: Timestamp | null
  subject: string
  sweeps: Generated<number>
  swept_at: Timestamp | null
  tries: Generated<number>
}

export interface RecoveryCodes {
  account_id: string
  code_hash: Buffer
  used_at: Timestamp | null
}

export interface SecondFactors {
  account_id: string
  confirmed_at: Timestamp | null
  last_step: Generated<Int8>
  sealed_with: string
  secret: Buffer
}

export interface Secrets {
  account_id: string | null
  code_expires_at: Timestamp | null
  code_hash: Buffer | null
  created_at: Timestamp
  expires_at: Timestamp
  id: Generated<string>
  owner_id: string
  payload: Generated<Json>
  purpose: string
  token_hash: Buffer
  tries_left: Generated<number>
  used_at: Timestamp | null
}

export interface Sessions {
  account_id: string
  address: Generated<string>
  counter: Generated<number>
  created_at: Timestamp
  elevated_at: Timestamp | null
  ended_at: Timestamp | null
  ended_because: string | null
  ends_at: Timestamp
  factor_at: Timestamp | null
  id: string
  last_used_at: Timestamp
  nonce: Buffer
  rotated_at: Timestamp
  second_factor: Generated<boolean>
  user_agent: Generated<string>
}

export interface SignIns {
  account_id: string
  address: string
  at: Timestamp
  id: Generated<string>
  outcome: string
  user_agent: string
}
