// Written by npm run schema.
import type { Timestamp } from './kinds.ts'

export interface BannedAddresses {
  account_id: string
  at: Timestamp
  email_hash: Buffer
  expires_at: Timestamp
}
