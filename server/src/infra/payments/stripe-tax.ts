import Stripe from 'stripe'

/** Prices include their tax, so that members pay exactly the price they see. */
export const INCLUDED = { tax_behavior: 'inclusive' } as const

export const taxOf = (isTaxed: boolean) => (isTaxed ? { automatic_tax: { enabled: true } } : {})

export function taxCalls(stripe: Stripe) {
  return {
    /** False until Stripe knows the operator's location. */
    calculatesTax: async (): Promise<boolean> => {
      try {
        return (await stripe.tax.settings.retrieve()).status === 'active'
      } catch (error) {
        // A restricted key may not have access to these settings.
        if (error instanceof Stripe.errors.StripePermissionError) return false
        throw error
      }
    },
    /** Returns false if the customer's tax can't be calculated from the location. */
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
