import { CURRENCY, plans, type PlanName } from '@kindred/contract/subscriptions'

export const money = (cents: number, currency: string = CURRENCY): string =>
  new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(cents / 100)

/** What a plan comes to for a month, honestly rounded to the cent. */
export const perMonth = (plan: PlanName): number => Math.round(plans[plan].amount / plans[plan].months)
