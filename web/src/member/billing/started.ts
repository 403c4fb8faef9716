import type { Money } from './price.ts'

/** What the card is for: a payment now, one after a trial, or whatever comes. */
export type Started =
  | ({ for: 'payment'; clientSecret: string; subscriptionId: string; paymentIntentId: string | null } & Money)
  | ({ for: 'trial'; clientSecret: string; subscriptionId: string; days: number; until: Date } & Money)
  | { for: 'later'; clientSecret: string; known: string[] }
