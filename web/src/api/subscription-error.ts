import { CallFailed, field } from './failure.ts'
import { inLanguage } from './in-language.ts'

// Errors about subscriptions have a code in addition to the text, and screens depend on it.

const fallbacks = inLanguage({
  create: /*i18n*/ { id: 'EOBXTq', message: 'Failed to create subscription' },
  current: /*i18n*/ { id: 'yGzmBs', message: 'Failed to get current subscription' },
  update: /*i18n*/ { id: '7O1OBC', message: 'Failed to update subscription' },
  cancel: /*i18n*/ { id: 'SdgAIW', message: 'Failed to cancel subscription' },
  reactivate: /*i18n*/ { id: 'COHfoA', message: 'Failed to reactivate subscription' },
  paymentMethods: /*i18n*/ { id: 'bhVTkl', message: 'Failed to get payment methods' },
  setupIntent: /*i18n*/ { id: 'L7Us6s', message: 'Failed to create setup intent' },
  invoices: /*i18n*/ { id: 'FexJLs', message: 'Failed to get invoices' },
  confirm: /*i18n*/ { id: 'kk1oxQ', message: 'Failed to confirm subscription' },
  get: /*i18n*/ { id: 'RxfzUj', message: 'Failed to get subscription' },
  list: /*i18n*/ { id: 'nyJ2kk', message: 'Failed to get subscriptions' },
})
export type SubscriptionCall = keyof typeof fallbacks

export type SubscriptionError = { message: string; code: string; status: number | null; data: unknown }

const texts = inLanguage({
  noResponse: /*i18n*/ { id: 'ZhGMYB', message: 'No response from server. Please check your internet connection.' },
  unexpected: /*i18n*/ { id: 'lxentK', message: 'An unexpected error occurred' },
})

/** The error: the server's text, or else the request's fallback to show and 'Server error: {status}' to log. */
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
    return { message: texts.noResponse, code: 'NETWORK_ERROR', status: null, data: null, shown: texts.noResponse }
  const message = error instanceof Error && error.message ? error.message : texts.unexpected
  return { message, code: 'UNKNOWN_ERROR', status: null, data: null, shown: message }
}

export const isAuthError = ({ status }: SubscriptionError): boolean => status === 401 || status === 403
