import { inUnits } from '@kindred/contract/billing/currencies'

/** How the sandbox's own page shows an amount. */
export const formatPrice = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(inUnits(amount, currency))
