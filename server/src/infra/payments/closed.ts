import { ApiError } from '@kindred/contract'
import type { Payments } from './payments.ts'

const closed = (): never => {
  throw new ApiError('unavailable', 'Payments are not set up here.', { retryAfter: 3600 })
}

/** Where no provider is configured in production: nothing is sold, and nothing pretends to be. */
export const closedPayments: Payments = {
  name: 'none',
  findCustomer: async () => null,
  createCustomer: async () => closed(),
  create: async () => closed(),
  beginTrial: async () => closed(),
  fetch: async () => null,
  list: async () => ({ subscriptions: [], next: null }),
  update: async () => closed(),
  cancel: async () => closed(),
  reactivate: async () => closed(),
  extend: async () => closed(),
  invoices: async () => [],
  methods: async () => [],
  setDefault: async () => false,
  removeMethod: async () => false,
  setupIntent: async () => closed(),
  refund: async () => closed(),
  readEvent: async () => null,
}
