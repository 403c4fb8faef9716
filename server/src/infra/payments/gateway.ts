import type { PlanName } from '@kindred/contract'

// The interface of a payment gateway. We never trust what its events say: after each one we read its books.

/**
 * A plan at a price, in the smallest unit of its currency (ISO 4217). A subscription keeps both when the plan's price
 * changes later.
 */
export type Offer = { plan: PlanName; amount: number; currency: string }

/** Who pays: our account, its customer at the gateway, and whether tax is calculated for them. */
export type Payer = { account: string; customer: string; isTaxed: boolean }

export type GatewaySubscription = Offer & {
  id: string
  /** The account that it was created for, if the gateway knows it. */
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
  /** Whether the gateway calculates the tax that is part of its price. */
  isTaxed: boolean
  clientSecret: string | null
  paymentIntentId: string | null
  requiresAction: boolean
  /** Whether a payment is disputed at its bank, or was and is lost. A dispute that we won counts as none. */
  dispute: 'open' | 'lost' | null
  /** What the gateway recognizes each card by that has paid, if it was fetched by its id. */
  cards: readonly string[]
}

/** The length of a trial, and the setup intent whose card is charged when it ends. */
export type Trial = { days: number; setupIntentId: string }

export type GatewayInvoice = {
  id: string
  subscriptionId: string
  plan: PlanName
  amount: number
  currency: string
  refunded: number
  status: string
  createdAt: Date
  periodStart: Date
  periodEnd: Date
  tax: number
  /** The invoice's page at the gateway. */
  link: string | null
}

export type GatewayCard = {
  id: string
  brand: string
  last4: string
  expMonth: number
  expYear: number
  isDefault: boolean
}

/** A page of subscriptions, newest first, without disputes and cards: they take further calls. `next` reads on. */
export type GatewayPage = { subscriptions: GatewaySubscription[]; next: string | null }

export type GatewayEvent = { id: string; type: string; subscriptionId: string; setupIntentId?: string }

/** Calls with an idempotency key return the first result when they are repeated with the same key. */
export type PaymentGateway = {
  name: string
  /** Searches for the customer of an account. The search may miss customers of the last minute. */
  findCustomer: (account: string) => Promise<string | null>
  /** The idempotency key is valid for at least a day. */
  createCustomer: (account: string, key: string) => Promise<string>
  /** Whether it could calculate tax: Stripe first has to know where the operator is. */
  calculatesTax: () => Promise<boolean>
  /** Saves where a customer lives. Returns false if their tax can't be calculated from that. */
  locate: (customer: string, location: { country: string; postalCode: string | null }) => Promise<boolean>
  create: (payer: Payer, offer: Offer, key: string) => Promise<GatewaySubscription>
  /** Returns null while the setup intent has no card. */
  beginTrial: (payer: Payer, offer: Offer, trial: Trial, key: string) => Promise<GatewaySubscription | null>
  fetch: (id: string) => Promise<GatewaySubscription | null>
  /** All subscriptions created since then, whatever their status. */
  list: (since: Date, after: string | null) => Promise<GatewayPage>
  /** What an earlier change to a cheaper plan has left. It pays for what is charged next. */
  leftover: (id: string) => Promise<number>
  /**
   * Charges the difference at once. The unused part of the current period counts toward it, except for `withheld`.
   * Returns null and changes nothing if the card is declined.
   */
  update: (id: string, offer: Offer, withheld: number, key: string) => Promise<GatewaySubscription | null>
  cancel: (id: string, atPeriodEnd: boolean) => Promise<GatewaySubscription>
  reactivate: (id: string) => Promise<GatewaySubscription>
  /** Extends the paid period. Nothing is charged before it ends. */
  extend: (id: string, until: Date) => Promise<GatewaySubscription>
  /** Newest first. */
  invoices: (id: string) => Promise<GatewayInvoice[]>
  methods: (customer: string) => Promise<GatewayCard[]>
  /** The card pays for running subscriptions from now on, and for overdue invoices at once. */
  setDefault: (customer: string, methodId: string) => Promise<boolean>
  removeMethod: (customer: string, methodId: string) => Promise<boolean>
  setupIntent: (customer: string, key?: string) => Promise<{ clientSecret: string; setupIntentId: string }>
  /** Returns false if less than this amount is left to refund. */
  refund: (invoiceId: string, amount: number, key: string) => Promise<boolean>
  /** Returns the event if the gateway signed it recently, else null. */
  readEvent: (raw: Buffer, signature: string, now: Date) => Promise<GatewayEvent | null>
}

/** A part of the interface, implemented by itself. */
export type GatewayCalls<K extends keyof PaymentGateway> = Pick<PaymentGateway, K>
