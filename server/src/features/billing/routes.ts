import type { billing, gatewayEvents, subscriptions } from '@kindred/contract'
import type { Handlers } from '../../http/mount.ts'
import { recordLookOnce } from '../operations/index.ts'
import { receiveEvent } from './gateway/receive-event.ts'
import {
  cancelSubscription,
  reactivateSubscription,
  changePlan,
  getCurrent,
  getSubscription,
  listSubscriptionsOf,
  listInvoices,
  listCards,
  removeCard,
  setDefaultCard,
  startCardSetup,
  previewCancellation,
  previewPlan,
} from './members/subscription.ts'
import { confirmCheckout, startCheckout } from './members/checkout.ts'
import { readPayment, searchPayments } from './staff/payments.ts'
import { givePremium, listDifferences, listLatePayments, listSubscriptions, refundInvoice } from './staff/staff.ts'

export const subscriptionHandlers: Handlers<typeof subscriptions> = {
  createSubscription: async (context, { body }) => ({
    data: await startCheckout(context, context.viewer.account, body.plan, body.location),
  }),
  currentSubscription: async (context) => ({ subscription: await getCurrent(context, context.viewer.account) }),
  updateSubscription: async (context, { body }) => ({
    data: { subscription: await changePlan(context, context.viewer.account, body) },
  }),
  previewSubscription: async (context, { query }) => ({
    data: await previewPlan(context, context.viewer.account, query.plan),
  }),
  previewCancellation: async (context) => ({ data: await previewCancellation(context, context.viewer.account) }),
  cancelSubscription: async (context, { body }) => ({
    data: { subscription: await cancelSubscription(context, context.viewer.account, body.atPeriodEnd) },
  }),
  reactivateSubscription: async (context) => ({
    data: { subscription: await reactivateSubscription(context, context.viewer.account) },
  }),
  confirmSubscription: async (context, { body }) => ({
    data: { subscription: await confirmCheckout(context, context.viewer.account, body.subscriptionId) },
  }),
  getSubscription: async (context, { params }) => ({
    data: { subscription: await getSubscription(context, context.viewer.account, params.id) },
  }),
  listPaymentMethods: async (context) => ({
    data: { paymentMethods: await listCards(context, context.viewer.account) },
  }),
  setDefaultMethod: async (context, { params }) => {
    await setDefaultCard(context, context.viewer.account, params.id)
    return { done: true }
  },
  removeMethod: async (context, { params }) => {
    await removeCard(context, context.viewer.account, params.id)
    return { done: true }
  },
  createSetupIntent: async (context) => ({ data: await startCardSetup(context, context.viewer.account) }),
  listInvoices: async (context, { query }) => ({
    data: await listInvoices(context, context.viewer.account.id, query),
  }),
  listOwnSubscriptions: async (context) => ({
    data: { subscriptions: await listSubscriptionsOf(context, context.viewer.account) },
  }),
}

export const billingHandlers: Handlers<typeof billing> = {
  listLatePayments: async (context, { query }) => ({
    data: await listLatePayments(context, query.before, query.limit),
  }),
  listPaymentDifferences: async (context, { query }) => ({
    data: await listDifferences(context, query.before, query.limit),
  }),
  listSubscriptions: async (context, { query }) => ({ data: await listSubscriptions(context, context.viewer, query) }),
  listInvoicesOf: async (context, { params, query }) => {
    const data = await listInvoices(context, params.id, query)
    await recordLookOnce(context, context.viewer, params.id)
    return { data }
  },
  findPayments: async (context, { query }) => ({
    data: { payments: await searchPayments({ db: context.upToDate }, query.search, query.limit) },
  }),
  getPayment: async (context, { params }) => {
    const data = await readPayment(context, params.id)
    await recordLookOnce(context, context.viewer, data.payment.user._id)
    return { data }
  },
  refundInvoice: async (context, { params, body }) => ({
    data: { invoice: await refundInvoice(context, context.viewer, { invoiceId: params.id, ...body }) },
  }),
  givePremium: async (context, { params, body }) => ({
    data: { subscription: await givePremium(context, context.viewer, { accountId: params.id, ...body }) },
  }),
}

export const gatewayHandlers: Handlers<typeof gatewayEvents> = {
  receiveGatewayEvent: async (context, { signed }) => {
    await receiveEvent(context, Buffer.from(signed.bytes), signed.signature)
    return { received: true }
  },
}
