import type { PlanName } from '@kindred/contract'

// What we know of a payment gateway's books. We never trust what its events say: after each one we read its books.

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

/**
 * What an earlier change to a cheaper plan has left, which pays for what is charged next; and which sum of refunds earlier
 * changes have already looked at.
 */
export type Credit = { leftover: number; settled: number }

/** What of refunds is charged with a change of plan, so that it isn't credited, and the sum that is settled by that. */
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
