// Written by npm run schema.
import type { Generated, Int8, Timestamp } from './kinds.ts'

export interface BillingEvents {
  id: string
  received_at: Timestamp
  type: string
}

export interface Invoices {
  account_id: string
  amount: number
  created_at: Timestamp
  currency: string
  id: Generated<string>
  link: string | null
  period_end: Timestamp
  period_start: Timestamp
  plan: string
  provider_id: string
  refunded: Generated<number>
  status: string
  subscription_id: string
  tax: Generated<number>
}

export interface SandboxInvoices {
  amount: number
  created_at: Timestamp
  id: string
  period_end: Timestamp
  period_start: Timestamp
  plan: string
  refund_keys: Generated<string[]>
  refunded: Generated<number>
  status: string
  subscription_id: string
}

export interface SandboxMethods {
  card: string
  created_at: Timestamp
  customer: string
  id: string
  is_default: Generated<boolean>
}

export interface SandboxSubscriptions {
  amount: number
  balance: Generated<number>
  cancel_at_period_end: Generated<boolean>
  canceled_at: Timestamp | null
  card: string | null
  change_keys: Generated<string[]>
  client_secret: string
  created_at: Timestamp
  currency: Generated<string>
  customer: string
  dispute: string | null
  disputed_at: Timestamp | null
  id: string
  intent_id: string
  intent_status: string
  period_end: Timestamp | null
  period_start: Timestamp | null
  plan: string
  status: string
  trial_end: Timestamp | null
  trial_start: Timestamp | null
}

export interface Subscriptions {
  account_id: string
  amount: number
  cancel_at_period_end: Generated<boolean>
  canceled_at: Timestamp | null
  changing_until: Timestamp | null
  client_secret: string | null
  created_at: Timestamp
  currency: Generated<string>
  current_period_end: Timestamp | null
  current_period_start: Timestamp | null
  disputed: Generated<boolean>
  extend_to: Timestamp | null
  id: Generated<string>
  payment_intent_id: string | null
  plan: string
  provider: string
  provider_id: string | null
  renewal_told_for: Timestamp | null
  requires_action: Generated<boolean>
  setup_intent_id: string | null
  status: string
  tax_country: string | null
  tax_postal_code: string | null
  trial_days: number | null
  trial_end: Timestamp | null
  trial_start: Timestamp | null
  updated_at: Timestamp
  version: Generated<Int8>
}
