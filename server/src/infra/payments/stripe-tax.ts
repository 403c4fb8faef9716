import Stripe from 'stripe'
import type { GatewayCalls } from './gateway.ts'

/** Prices include their tax, so that what members are shown is what they pay. */
export const INCLUDED = { tax_behavior: 'inclusive' } as const

export const taxOf = (isTaxed: boolean) => (isTaxed ? { automatic_tax: { enabled: true } } : {})

export function taxCalls(stripe: Stripe): GatewayCalls<'calculatesTax' | 'locate'> {
  return {
    calculatesTax: async () => {
      try {
        return (await stripe.tax.settings.retrieve()).status === 'active'
      } catch (error) {
        // A restricted key may not read them.
        if (error instanceof Stripe.errors.StripePermissionError) return false
        throw error
      }
    },
    locate: async (customer, { country, postalCode }) => {
      try {
        await stripe.customers.update(customer, {
          address: { country, postal_code: postalCode ?? '' },
          tax: { validate_location: 'immediately' },
        })
        return true
      } catch (error) {
        if (error instanceof Stripe.errors.StripeError && error.code === 'customer_tax_location_invalid') return false
        throw error
      }
    },
  }
}
