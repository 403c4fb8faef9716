import { ApiError } from '@kindred/contract'
import type { PaymentGateway } from './stripe.ts'

const refuse = (): never => {
  throw new ApiError('unavailable', 'Payments aren’t set up here.', { retryAfter: 3600 })
}

/** Production uses this without a configured gateway. It sells nothing. */
export const closedGateway: PaymentGateway = {
  name: 'none',
  findCustomer: async () => null,
  createCustomer: async () => refuse(),
  calculatesTax: async () => false,
  locate: async () => refuse(),
  create: async () => refuse(),
  beginTrial: async () => refuse(),
  fetch: async () => null,
  list: async () => ({ subscriptions: [], next: null }),
  credit: async () => ({ leftover: 0, settled: 0 }),
  update: async () => refuse(),
  cancel: async () => refuse(),
  reactivate: async () => refuse(),
  extend: async () => refuse(),
  invoices: async () => [],
  methods: async () => [],
  setDefault: async () => false,
  removeMethod: async () => false,
  savedCard: async () => null,
  setupIntent: async () => refuse(),
  refund: async () => refuse(),
  readEvent: async () => null,
}
