import { CallFailed, field } from './failure.ts'

// Failures of subscriptions carry more than a text: screens decide by their code.

export const fallbacks = {
  create: 'Failed to create subscription',
  current: 'Failed to get current subscription',
  update: 'Failed to update subscription',
  cancel: 'Failed to cancel subscription',
  reactivate: 'Failed to reactivate subscription',
  paymentMethods: 'Failed to get payment methods',
  setupIntent: 'Failed to create setup intent',
  invoices: 'Failed to get invoices',
  confirm: 'Failed to confirm subscription',
  get: 'Failed to get subscription',
  list: 'Failed to get subscriptions',
} as const
export type SubscriptionCall = keyof typeof fallbacks

export type SubscriptionError = { message: string; code: string; status: number | null; data: unknown }

const noResponse = 'No response from server. Please check your internet connection.'

/** The structured error: the server's text, or else the call's fallback to show and 'Server error: {status}' to log. */
export function subscriptionError(error: unknown, call: SubscriptionCall): SubscriptionError & { shown: string } {
  if (error instanceof CallFailed && error.kind === 'answer') {
    const status = error.status ?? null
    const message = field(error.data, 'message')
    return {
      message: message ?? `Server error: ${status}`,
      code: field(error.data, 'code') ?? 'SERVER_ERROR',
      status,
      data: error.data,
      shown: message ?? fallbacks[call],
    }
  }
  if (error instanceof CallFailed && error.kind === 'no-answer')
    return { message: noResponse, code: 'NETWORK_ERROR', status: null, data: null, shown: noResponse }
  const message = error instanceof Error && error.message ? error.message : 'An unexpected error occurred'
  return { message, code: 'UNKNOWN_ERROR', status: null, data: null, shown: message }
}

/** 401 and 403: the member has to sign in, or may not do this. */
export const isAuthError = ({ status }: SubscriptionError): boolean => status === 401 || status === 403
