import { roundedIn } from '@kindred/contract/billing/currencies'
import { plans, type PlanName } from '@kindred/contract/billing/subscriptions'
import { useQuery } from '@tanstack/react-query'
import { useSettings } from '../../api/settings.ts'
import { usePrice } from '../../api/use-price.ts'
import { ownQuery } from './operations.ts'

/** An amount with its currency. A subscription may have a different currency from today's prices. */
export type Money = { amount: number; currency: string }

/** Formats amounts for the reader's region, in the currency of the prices unless another is given. */
export function useMoney(): (amount: number, currency?: string) => string {
  const price = usePrice()
  const today = useSettings().currency
  return (amount, currency = today) => price(amount, currency)
}

/** The configured prices, or the defaults until they have loaded. */
export function usePrices(): (plan: PlanName) => number {
  const { prices } = useSettings()
  return (plan) => prices[plan] ?? plans[plan].amount
}

/** The number of trial days for people who haven't had Premium. */
export function useTrials(): (plan: PlanName) => number {
  const { trialDays } = useSettings()
  const offered = Object.values(trialDays).some((days) => days > 0)
  const { data: had = [] } = useQuery({ ...ownQuery(), enabled: offered })
  // Gifts and subscriptions that never started don't count as having had Premium.
  const knows = had.some(({ amount, currentPeriodStart }) => amount > 0 && currentPeriodStart !== null)
  return (plan) => (knows ? 0 : (trialDays[plan] ?? 0))
}

export const perMonth = (plan: PlanName, price: number, currency: string): number =>
  roundedIn(price / plans[plan].months, currency)
