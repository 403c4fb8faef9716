// Written by npm run schema.
import type { Generated, Json, Timestamp } from './kinds.ts'

export interface Approvals {
  account_action: string | null
  batch_id: string | null
  change: Json | null
  decided_at: Timestamp | null
  decided_by: string | null
  decision_id: string | null
  expires_at: Timestamp
  id: Generated<string>
  is_admin: boolean | null
  kind: string
  outcome: string | null
  requested_at: Timestamp
  requested_by: string
  staff_role: string | null
  takes_effect_at: Timestamp | null
  target_id: string | null
  target_seen: string | null
}
