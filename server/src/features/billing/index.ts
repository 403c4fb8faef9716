export { billingHandlers, gatewayHandlers, subscriptionHandlers } from './routes.ts'
export { serveSandbox } from './gateway/serve-sandbox.ts'

export { endBillingOf } from './members/end-billing.ts'
export { endRenewalOf } from './members/end-renewal.ts'
export { extendAtGateway, returnPremium } from './staff/return-premium.ts'
export { announceRenewals } from './nightly/announce-renewals.ts'
export { reconcile } from './nightly/reconcile.ts'

export { endSubscriptionOf } from './members/cancel-subscription.ts'
export { listSubscriptionsOf } from './members/get-subscription.ts'
export { payersWithSameCard } from './payers.sql.ts'
export { premiumUntil } from './staff/gifts.sql.ts'
export { countLatePayments } from './staff/list-late-payments.ts'

export { personalData } from './personal-data.ts'
