// Written by npm run schema.
import type { Timestamp } from './kinds.ts'

export interface AddressOwners {
  account_id: string
  email_key: string
  kept_until: Timestamp | null
}
