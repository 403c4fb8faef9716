import { roundedIn } from '@kindred/contract/billing/currencies'
import { plans, type PlanName } from '@kindred/contract/billing/subscriptions'
import { useQuery } from '@tanstack/react-query'
import { useSettings } from '../../api/settings.ts'
import { usePrice } from '../../api/use-price.ts'
import { ownQuery } from './operations.ts'

/** An amount with its currency, which for a subscription may not be today's. */
export type Money = { amount: number; currency: string }

/** Writes amounts as in the reader's region, in the currency of the prices here unless another is named. */
export function useMoney(): (amount: number, currency?: string) => string {
  const price = usePrice()
  const today = useSettings().currency
  return (amount, currency = today) => price(amount, currency)
}

/** What the plans cost here; where that is not known yet, what they cost if nothing is said. */
export function usePrices(): (plan: PlanName) => number {
  const { prices } = useSettings()
  return (plan) => prices[plan] ?? plans[plan].amount
}

/** The number of trial days for people who haven't had premium. */
export function useTrials(): (plan: PlanName) => number {
  const { trialDays } = useSettings()
  const offered = Object.values(trialDays).some((days) => days > 0)
  const { data: had = [] } = useQuery({ ...ownQuery(), enabled: offered })
  // What was given is no trial; what never ran is none either.
  const knows = had.some(({ amount, currentPeriodStart }) => amount > 0 && currentPeriodStart !== null)
  return (plan) => (knows ? 0 : (trialDays[plan] ?? 0))
}

/** What a price comes to for a month, honestly rounded to what can be paid. */
export const perMonth = (plan: PlanName, price: number, currency: string): number =>
  roundedIn(price / plans[plan].months, currency)
