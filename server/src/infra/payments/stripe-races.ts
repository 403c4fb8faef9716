import Stripe from 'stripe'

// Handles changes at Stripe since our last read.

export function nullIfMissing(error: unknown): null {
  if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return null
  throw error
}

/**
 * Returns null if Stripe refuses a request because its object has just ended or was deleted, which isn't an error. Most
 * of these refusals have no code, so this reads the object again.
 */
export async function nullIfOver<T>(call: Promise<T>, isOver: () => Promise<boolean>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && (await isOver())) return null
    throw error
  }
}

/** A missing subscription counts as ended. */
export async function hasEnded(stripe: Stripe, id: string): Promise<boolean> {
  const found = await stripe.subscriptions.retrieve(id).catch(nullIfMissing)
  return !found || found.status === 'canceled' || found.status === 'incomplete_expired'
}

export const isSettled = async (stripe: Stripe, invoice: string): Promise<boolean> =>
  (await stripe.invoices.retrieve(invoice)).status !== 'open'
