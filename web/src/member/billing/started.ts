import type { Money } from './price.ts'

/** The purpose of the card: a payment now, one after a trial, or future ones. */
export type Started =
  | ({ for: 'payment'; clientSecret: string; subscriptionId: string; paymentIntentId: string | null } & Money)
  | ({ for: 'trial'; clientSecret: string; subscriptionId: string; days: number; until: Date } & Money)
  | { for: 'later'; clientSecret: string; known: string[] }
