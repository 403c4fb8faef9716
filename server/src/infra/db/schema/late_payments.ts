// Written by npm run schema.
import type { Generated, Timestamp } from './kinds.ts'

export interface LatePayments {
  account_id: string
  amount: number
  id: Generated<string>
  outcome: string | null
  plan: string
  settled_at: Timestamp | null
  since: Timestamp
  subscription_id: string
  why: string
}
