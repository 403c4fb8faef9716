import { inUnits } from '@kindred/contract/billing/currencies'

export const formatPrice = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(inUnits(amount, currency))
