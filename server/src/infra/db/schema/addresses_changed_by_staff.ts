// Written by npm run schema.
import type { Timestamp } from './kinds.ts'

export interface AddressChanges {
  account_id: string
  asked_at: Timestamp
  changed_by: string
  email: string
  keep_hash: Buffer
  takes_effect_at: Timestamp
}
