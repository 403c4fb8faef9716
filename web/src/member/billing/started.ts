import type { Money } from './price.ts'

/** The purpose of the card: a payment now, a payment after a trial, or future payments. */
export type Started =
  | ({ for: 'payment'; clientSecret: string; subscriptionId: string; paymentIntentId: string | null } & Money)
  | ({ for: 'trial'; clientSecret: string; subscriptionId: string; days: number; until: Date } & Money)
  | { for: 'later'; clientSecret: string; known: string[] }
