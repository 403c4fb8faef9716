import Stripe from 'stripe'

// What another call may have done at Stripe since we looked there.

export function nullIfMissing(error: unknown): null {
  if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return null
  throw error
}

/**
 * Stripe refuses a call whose object has just ended or gone. Then nobody did anything wrong, and this returns null.
 * Most of these refusals have no code, so we look at the object again.
 */
export async function nullIfOver<T>(call: Promise<T>, isOver: () => Promise<boolean>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && (await isOver())) return null
    throw error
  }
}

/** Whether a subscription has ended, or doesn't exist. */
export async function hasEnded(stripe: Stripe, id: string): Promise<boolean> {
  const found = await stripe.subscriptions.retrieve(id).catch(nullIfMissing)
  return !found || found.status === 'canceled' || found.status === 'incomplete_expired'
}

export const isSettled = async (stripe: Stripe, invoice: string): Promise<boolean> =>
  (await stripe.invoices.retrieve(invoice)).status !== 'open'
