// Written by npm run schema.
import type {} from './kinds.ts'

export interface IdentityOwners {
  account_id: string
  provider: string
  subject: string
}

export interface PasskeyOwners {
  account_id: string
  credential_id: Buffer
}
