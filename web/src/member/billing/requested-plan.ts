import type { PlanName } from '@kindred/contract/billing/subscriptions'
import { read, write } from '../../session/storage.ts'

// The plan that someone chose to pay for in this tab. It isn't in the URL, because a link from elsewhere must neither
// start a payment nor replace a pending one.

const KEY = 'kindred.asked-plan'

export const askFor = (plan: PlanName): void => write(KEY, plan, 'sessionStorage')

export const isRequested = (plan: PlanName): boolean => read(KEY, 'sessionStorage') === plan

/** After the payment, a reload must not start another one. */
export const forgetRequestedPlan = (): void => write(KEY, null, 'sessionStorage')
