// Written by npm run schema.
import type {} from './kinds.ts'

export interface AddressOwners {
  account_id: string
  email_key: string
}
