import type { billing, subscriptions } from '@kindred/contract'
import type { Handlers } from '../../http/mount.ts'
import { askForCard, forgetCard, methodsOf, useCard } from './cards.ts'
import { listDifferences } from './differences.ts'
import { listInvoices } from './invoices.ts'
import { listLate } from './late.ts'
import { givePremium, listAll } from './office.ts'
import { refund } from './refunds.ts'
import * as service from './service.ts'

export const subscriptionHandlers: Handlers<typeof subscriptions> = {
  createSubscription: async (context, { body }) => ({
    data: await service.create(context, context.viewer.account, body.plan),
  }),
  currentSubscription: async (context) => ({ subscription: await service.current(context, context.viewer.account) }),
  updateSubscription: async (context, { body }) => ({
    data: { subscription: await service.update(context, context.viewer.account, body.plan) },
  }),
  previewSubscription: async (context, { query }) => ({
    data: await service.preview(context, context.viewer.account, query.plan),
  }),
  cancelSubscription: async (context, { body }) => ({
    data: { subscription: await service.cancel(context, context.viewer.account, body.atPeriodEnd) },
  }),
  reactivateSubscription: async (context) => ({
    data: { subscription: await service.reactivate(context, context.viewer.account) },
  }),
  confirmSubscription: async (context, { body }) => ({
    data: { subscription: await service.confirm(context, context.viewer.account, body.subscriptionId) },
  }),
  getSubscription: async (context, { params }) => ({
    data: { subscription: await service.one(context, context.viewer.account, params.id) },
  }),
  listPaymentMethods: async (context) => ({
    data: { paymentMethods: await methodsOf(context, context.viewer.account) },
  }),
  setDefaultMethod: async (context, { params }) => {
    await useCard(context, context.viewer.account, params.id)
    return { done: true }
  },
  removeMethod: async (context, { params }) => {
    await forgetCard(context, context.viewer.account, params.id)
    return { done: true }
  },
  createSetupIntent: async (context) => ({ data: await askForCard(context, context.viewer.account) }),
  listInvoices: async (context, { query }) => ({
    data: await listInvoices(context, context.viewer.account.id, query),
  }),
  listOwnSubscriptions: async (context) => ({
    data: { subscriptions: await service.allOf(context, context.viewer.account) },
  }),
}

export const billingHandlers: Handlers<typeof billing> = {
  listLatePayments: async (context, { query }) => ({ data: await listLate(context, query.before, query.limit) }),
  listPaymentDifferences: async (context, { query }) => ({
    data: await listDifferences(context, query.before, query.limit),
  }),
  listSubscriptions: async (context, { query }) => ({ data: await listAll(context, query) }),
  listInvoicesOf: async (context, { params, query }) => ({ data: await listInvoices(context, params.id, query) }),
  refundInvoice: async (context, { params, body }) => ({
    data: { invoice: await refund(context, context.viewer, params.id, body.amount, body.reason) },
  }),
  givePremium: async (context, { params, body }) => ({
    data: { subscription: await givePremium(context, context.viewer, params.id, body.months, body.reason) },
  }),
}
