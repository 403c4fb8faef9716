import { CURRENCY } from '@kindred/contract'

const prices = new Intl.NumberFormat('en-US', { style: 'currency', currency: CURRENCY })

/** How emails, notifications and errors show an amount in cents. */
export const formatPrice = (cents: number): string => prices.format(cents / 100)
