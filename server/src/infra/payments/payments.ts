import type { PlanName } from '@kindred/contract'

// What we ask of a payment provider. What it tells is never believed for itself: after every event its books are read.

/** A plan for a price, in cents: what is agreed on stays, whatever the plan costs later. */
export type Offer = { plan: PlanName; amount: number }

/** Who pays: whom the provider knows, and whose account that is. */
export type Payer = { account: string; customer: string }

export type ProviderSubscription = Offer & {
  id: string
  /** The account that it was made for, where the provider was told of one. */
  account: string | null
  customer: string
  status: 'incomplete' | 'trialing' | 'active' | 'past_due' | 'canceled' | 'incomplete_expired'
  createdAt: Date
  periodStart: Date | null
  periodEnd: Date | null
  trialStart: Date | null
  trialEnd: Date | null
  canceledAt: Date | null
  cancelAtPeriodEnd: boolean
  clientSecret: string | null
  paymentIntentId: string | null
  requiresAction: boolean
  /** Whether somebody's bank has been asked to take a payment back, and what came of it, where nothing good did. */
  dispute: 'open' | 'lost' | null
}

/** What is tried before anything is paid for, and the card that is charged after it. */
export type Trial = { days: number; setupIntentId: string }

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
  tax: number
  /** Where the provider shows it. */
  link: string | null
}

export type ProviderMethod = {
  id: string
  brand: string
  last4: string
  expMonth: number
  expYear: number
  isDefault: boolean
}
/** Some of its subscriptions, the newest first, without what takes further questions (disputes); `next` asks for more. */
export type ProviderPage = { subscriptions: ProviderSubscription[]; next: string | null }
export type ProviderEvent = { id: string; type: string; subscriptionId: string; setupIntentId?: string }

export type Payments = {
  name: string
  /** The customer that was made for an account earlier: a search, which may miss the last minute. */
  findCustomer: (account: string) => Promise<string | null>
  /** The same key again brings the first result, for a day at least. */
  createCustomer: (account: string, key: string) => Promise<string>
  /** The same key again brings the first result. */
  create: (payer: Payer, offer: Offer, key: string) => Promise<ProviderSubscription>
  /** Nothing while the card is not known. The same key again brings the first result. */
  beginTrial: (payer: Payer, offer: Offer, trial: Trial, key: string) => Promise<ProviderSubscription | null>
  fetch: (id: string) => Promise<ProviderSubscription | null>
  /** All that were made since, whatever became of them. */
  list: (since: Date, after: string | null) => Promise<ProviderPage>
  /**
   * What it costs is charged at once. Where the card is refused nothing changes, and nothing is returned. The same key again brings the
   * first result.
   */
  update: (id: string, offer: Offer, key: string) => Promise<ProviderSubscription | null>
  cancel: (id: string, atPeriodEnd: boolean) => Promise<ProviderSubscription>
  reactivate: (id: string) => Promise<ProviderSubscription>
  /** What is paid for lasts until then, and nothing is charged before. */
  extend: (id: string, until: Date) => Promise<ProviderSubscription>
  /** The newest first. */
  invoices: (id: string) => Promise<ProviderInvoice[]>
  methods: (customer: string) => Promise<ProviderMethod[]>
  /** What runs is paid with it from now on, and what is owed at once. */
  setDefault: (customer: string, methodId: string) => Promise<boolean>
  removeMethod: (customer: string, methodId: string) => Promise<boolean>
  /** The same key again brings the first result. */
  setupIntent: (customer: string, key?: string) => Promise<{ clientSecret: string; setupIntentId: string }>
  /** False where less than that is left of it. The same key again brings the first result. */
  refund: (invoiceId: string, amount: number, key: string) => Promise<boolean>
  /** The event, if its signature is the provider's and not old; else nothing. */
  readEvent: (raw: Buffer, signature: string, now: Date) => Promise<ProviderEvent | null>
}
