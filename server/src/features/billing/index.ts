// What other rooms may use of `billing`.
export { billingHandlers, subscriptionHandlers } from './routes.ts'
export { allOf, endBillingOf, endFor, endRenewalOf, reconcile, tellRenewals } from './service.ts'
export { servePayments } from './webhooks.ts'
export { personalData } from './personal-data.ts'
