import { CURRENCY, plans, type PlanName } from '@kindred/contract/subscriptions'
import { useSettings } from '../../api/settings.ts'

export const money = (cents: number, currency: string = CURRENCY): string =>
  new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(cents / 100)

/** What the plans cost here; where that is not known yet, what they cost if nothing is said. */
export function usePrices(): (plan: PlanName) => number {
  const { prices } = useSettings()
  return (plan) => prices[plan] ?? plans[plan].amount
}

/** What a price comes to for a month, honestly rounded to the cent. */
export const perMonth = (plan: PlanName, price: number): number => Math.round(price / plans[plan].months)
