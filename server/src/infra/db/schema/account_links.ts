// Written by npm run schema.
import type { Generated, Json, Timestamp } from './kinds.ts'

export interface AccountLinks {
  account_id: string
  banned_id: string
  decided_at: Timestamp | null
  decided_by: string | null
  found_at: Timestamp
  id: Generated<string>
  note: string | null
  signals: Json
  state: Generated<string>
  version: Generated<number>
  weight: number
}

export interface IdentitySignIns {
  account_id: string
  address: string
  at: Timestamp
  user_agent: string
}

export interface ProfilesBios {
  account_id: string
  bio: string | null
}
