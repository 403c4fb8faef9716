import type { PlanName } from '@kindred/contract/billing/subscriptions'

// The plan that someone chose to pay for in this tab. It isn't in the URL, because a link from elsewhere must neither
// start a payment nor replace a pending one.

const KEY = 'kindred.asked-plan'

export const askFor = (plan: PlanName): void => sessionStorage.setItem(KEY, plan)

export const isRequested = (plan: PlanName): boolean => sessionStorage.getItem(KEY) === plan

/** After the payment, a reload must not start another one. */
export const forgetRequestedPlan = (): void => sessionStorage.removeItem(KEY)
