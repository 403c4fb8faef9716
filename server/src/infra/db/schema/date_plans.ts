// Written by npm run schema.
import type { ArrayType, Generated, Timestamp } from './kinds.ts'

export interface DatePlans {
  asked_at: Timestamp | null
  both_again_at: Timestamp | null
  created_at: Timestamp
  decided_at: Timestamp | null
  id: Generated<string>
  match_id: string
  over_at: Timestamp
  place: Buffer
  proposer_id: string
  receiver_id: string
  reminded_at: Timestamp | null
  slots: ArrayType<Timestamp>
  starts_at: Timestamp | null
  state: Generated<string>
}

export interface PlanShares {
  account_id: string
  cancelled_at: Timestamp | null
  check_at: Timestamp | null
  created_at: Timestamp
  details: Buffer
  expires_at: Timestamp
  home_at: Timestamp | null
  id: Generated<string>
  plan_id: string | null
  starts_at: Timestamp
  token_hash: Buffer
}
