// Written by npm run schema.
import type { Generated, Json, Timestamp } from './kinds.ts'

export interface FormerAddresses {
  account_id: string
  address: string
  email_key: string
  ended_at: Timestamp
  id: Generated<string>
  proven_at: Timestamp
  qualifies: boolean
}

export interface SuspendedFactors {
  account_id: string
  created_at: Timestamp
  credential: Json
  id: Generated<string>
  kind: string
  name: string
  suspended_at: Timestamp
}
