import { CURRENCY } from '@kindred/contract'

// How emails and notifications show prices and days.

export const formatPrice = (cents: number): string => `${(cents / 100).toFixed(2)} ${CURRENCY}`
export const formatDay = (date: Date | null): string => date?.toUTCString().slice(0, 16) ?? ''
