// Written by npm run schema.
import type { Timestamp } from './kinds.ts'

export interface LookReasons {
  account_id: string
  given_at: Timestamp
  kind: string
  reason: string
  session_id: string
  subject: string
}
