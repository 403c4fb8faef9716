import type { PlanName } from '@kindred/contract/billing/subscriptions'

// The plan that somebody has asked to pay for in this tab. It isn't in the address: a link from elsewhere must neither
// begin a payment nor take the place of one that is under way.

const KEY = 'kindred.asked-plan'

export const askFor = (plan: PlanName): void => sessionStorage.setItem(KEY, plan)

export const isRequested = (plan: PlanName): boolean => sessionStorage.getItem(KEY) === plan

/** Once it is paid, a reload must not begin another payment. */
export const forgetRequestedPlan = (): void => sessionStorage.removeItem(KEY)
