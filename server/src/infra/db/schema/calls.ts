// Written by npm run schema.
import type { Generated, Timestamp } from './kinds.ts'

export interface Calls {
  accepted_at: Timestamp | null
  alive_at: Timestamp | null
  asked_at: Timestamp
  callee_id: string
  caller_id: string
  ended_at: Timestamp | null
  id: Generated<string>
  match_id: string
  message_id: string | null
}
