// Written by npm run schema.
import type {} from './kinds.ts'

export interface EndpointOwners {
  account_id: string
  endpoint: string
}
