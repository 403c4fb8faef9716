export { billingHandlers, gatewayHandlers, subscriptionHandlers } from './routes.ts'
export { serveSandbox } from './gateway/sandbox.ts'

export { endBillingOf, endRenewalOf, endSubscriptionOf, listSubscriptionsOf } from './members/subscription.ts'
export { extendAtGateway, returnPremium, countLatePayments } from './staff/staff.ts'
export { announceRenewals, reconcile } from './nightly/nightly.ts'

export { payersWithSameCard } from './queries.ts'
export { premiumUntil } from './staff/queries.ts'
export { paymentsOfTimeline } from './staff/timeline.ts'

export { personalData } from './personal-data.ts'
