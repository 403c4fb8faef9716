// Written by npm run schema.
import type { Timestamp } from './kinds.ts'

export interface PaymentCards {
  account_id: string
  card_hash: Buffer
  first_seen_at: Timestamp
}
