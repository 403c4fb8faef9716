import type { PlanName } from '@kindred/contract'

// What we ask of a payment provider. What it tells is never believed for itself: after every event its books are read.

/** A plan for a price, in cents: what is agreed on stays, whatever the plan costs later. */
export type Offer = { plan: PlanName; amount: number }

export type ProviderSubscription = Offer & {
  id: string
  customer: string
  status: 'incomplete' | 'trialing' | 'active' | 'past_due' | 'canceled' | 'incomplete_expired'
  periodStart: Date | null
  periodEnd: Date | null
  trialStart: Date | null
  trialEnd: Date | null
  canceledAt: Date | null
  cancelAtPeriodEnd: boolean
  clientSecret: string | null
  paymentIntentId: string | null
  requiresAction: boolean
}

export type ProviderInvoice = {
  id: string
  subscriptionId: string
  plan: PlanName
  amount: number
  refunded: number
  status: string
  createdAt: Date
  periodStart: Date
  periodEnd: Date
}

export type ProviderMethod = {
  id: string
  brand: string
  last4: string
  expMonth: number
  expYear: number
  isDefault: boolean
}
export type ProviderEvent = { id: string; type: string; subscriptionId: string }

export type Payments = {
  name: string
  /** The same key again brings the first result. */
  create: (customer: string, offer: Offer, key: string) => Promise<ProviderSubscription>
  fetch: (id: string) => Promise<ProviderSubscription | null>
  update: (id: string, offer: Offer) => Promise<ProviderSubscription>
  cancel: (id: string, atPeriodEnd: boolean) => Promise<ProviderSubscription>
  reactivate: (id: string) => Promise<ProviderSubscription>
  /** What is paid for lasts until then, and nothing is charged before. */
  extend: (id: string, until: Date) => Promise<ProviderSubscription>
  invoices: (id: string) => Promise<ProviderInvoice[]>
  methods: (customer: string) => Promise<ProviderMethod[]>
  setDefault: (customer: string, methodId: string) => Promise<boolean>
  removeMethod: (customer: string, methodId: string) => Promise<boolean>
  setupIntent: (customer: string) => Promise<{ clientSecret: string; setupIntentId: string }>
  refund: (invoiceId: string, amount: number, key: string) => Promise<void>
  /** The event, if its signature is the provider's and not old; else nothing. */
  readEvent: (raw: Buffer, signature: string, now: Date) => ProviderEvent | null
}
