import Stripe from 'stripe'

/** Prices include their tax, so that what members are shown is what they pay. */
export const INCLUDED = { tax_behavior: 'inclusive' } as const

export const taxOf = (isTaxed: boolean) => (isTaxed ? { automatic_tax: { enabled: true } } : {})

export function taxCalls(stripe: Stripe) {
  return {
    /** Whether it could calculate tax: Stripe first has to know where the operator is. */
    calculatesTax: async (): Promise<boolean> => {
      try {
        return (await stripe.tax.settings.retrieve()).status === 'active'
      } catch (error) {
        // A restricted key may not read them.
        if (error instanceof Stripe.errors.StripePermissionError) return false
        throw error
      }
    },
    /** Saves where a customer lives. Returns false if their tax can't be calculated from that. */
    locate: async (
      customer: string,
      { country, postalCode }: { country: string; postalCode: string | null },
    ): Promise<boolean> => {
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
