// Written by npm run schema.
import type {} from './kinds.ts'

export interface CustomerOwners {
  account_id: string
  customer_id: string
  provider: string
}

export interface SetupOwners {
  account_id: string
  setup_intent_id: string
}

export interface SubscriptionOwners {
  account_id: string
  provider_id: string
}
