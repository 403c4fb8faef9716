// Written by npm run schema.
import type { Generated, Json, Timestamp } from './kinds.ts'

export interface PaymentCustomers {
  account_id: string
  created_at: Timestamp
  creation_key: Generated<string>
  customer_id: string | null
  provider: string
}

export interface PaymentDifferences {
  account_id: string | null
  found_at: Timestamp
  id: Generated<string>
  kind: string
  ours: Json | null
  outcome: string
  provider: string
  provider_id: string
  settled_at: Timestamp | null
  theirs: Json | null
}
