// Types for the small part of Stripe's script that we use. The script has to be loaded from Stripe, and runs only on
// the checkout page, which is a separate document.

type PaymentElement = { mount: (place: HTMLElement) => void }
type StripeElements = { create: (kind: 'payment') => PaymentElement }
export type Confirmed = { error?: { message?: string } }
type Stripe = {
  elements: (options: { clientSecret: string; appearance: { theme: string } }) => StripeElements
  confirmPayment: (options: Confirmation) => Promise<Confirmed>
  confirmSetup: (options: Confirmation) => Promise<Confirmed>
}
type Confirmation = { elements: StripeElements; confirmParams: { return_url: string }; redirect: 'if_required' }
declare global {
  interface Window {
    Stripe?: (publishableKey: string) => Stripe
  }
}

const SCRIPT = 'https://js.stripe.com/v3/'

const script = (): Promise<void> =>
  new Promise((resolve, reject) => {
    if (window.Stripe) return resolve()
    const element = document.createElement('script')
    element.addEventListener('load', () => resolve())
    element.addEventListener('error', () => {
      element.remove()
      reject(new Error('Stripe did not come.'))
    })
    element.src = SCRIPT
    document.head.append(element)
  })

export type Elements = {
  mount: (place: HTMLElement) => void
  confirm: (pays: boolean, returnTo: string) => Promise<Confirmed>
}

export async function openStripe(publishableKey: string, clientSecret: string): Promise<Elements> {
  await script()
  if (!window.Stripe) throw new Error('Stripe did not come.')
  const stripe = window.Stripe(publishableKey)
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  const elements = stripe.elements({ clientSecret, appearance: { theme: dark ? 'night' : 'stripe' } })
  return {
    mount: (place) => elements.create('payment').mount(place),
    confirm: (pays, returnTo) => {
      const options: Confirmation = { elements, confirmParams: { return_url: returnTo }, redirect: 'if_required' }
      return pays ? stripe.confirmPayment(options) : stripe.confirmSetup(options)
    },
  }
}
