import type { PlanName } from '@kindred/contract'

// Our view of a payment gateway's books. We never trust the content of its events, but read its books after each one.

/**
 * A plan at a price, in the smallest unit of its currency (ISO 4217). A subscription keeps both if the plan's price
 * changes later.
 */
export type Offer = { plan: PlanName; amount: number; currency: string }

/** Our account, the account's customer at the gateway, and whether its tax is calculated. */
export type Payer = { account: string; customer: string; isTaxed: boolean }

export type GatewaySubscription = Offer & {
  id: string
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
  /** The seconds that extensions have added in total. */
  added: number
  /** True if the gateway calculates the tax that the price includes. */
  isTaxed: boolean
  clientSecret: string | null
  paymentIntentId: string | null
  requiresAction: boolean
  /**
   * `open` if a payment is disputed at its bank, `lost` if we lost the dispute or if no other payment was made. A
   * dispute that we won counts as none.
   */
  dispute: 'open' | 'lost' | null
  /** The gateway's fingerprints of the cards that have paid, if the subscription was fetched by ID. */
  cards: readonly string[]
}

/**
 * `leftover` is the rest of an earlier change to a cheaper plan, which pays for the next charges; `settled` is the sum
 * of refunds that earlier changes have already considered.
 */
export type Credit = { leftover: number; settled: number }

/**
 * The part of the refunds that a change of plan charges, so that they aren't credited, and the sum of refunds
 * considered by then.
 */
export type Settlement = { withheld: number; settled: number }

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
  link: string | null
  /** The number on the invoice. A draft has none. */
  number: string | null
  /** The last four digits of the card that paid. */
  last4: string | null
}

export type GatewayCard = {
  id: string
  brand: string
  last4: string
  expMonth: number
  expYear: number
  isDefault: boolean
}

/**
 * A page of subscriptions, newest first, without disputes and cards, which take further requests. `next` is the cursor.
 */
export type GatewayPage = { subscriptions: GatewaySubscription[]; next: string | null }

export type GatewayEvent = { id: string; type: string; subscriptionId: string; setupIntentId?: string }
