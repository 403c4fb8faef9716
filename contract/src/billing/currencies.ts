// Amounts are whole numbers of a currency's smallest unit, as the payment gateway counts them. This unit isn't always a
// cent. https://docs.stripe.com/currencies

const WITHOUT_DECIMALS = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'
const WITH_THREE = 'BHD JOD KWD OMR TND'
/** Currencies without decimals that Stripe counts as if they had two. */
const WHOLE_ONLY = 'ISK UGX'

export const decimalsOf = (currency: string): number =>
  WITHOUT_DECIMALS.includes(currency) ? 0 : WITH_THREE.includes(currency) ? 3 : 2

const unitOf = (currency: string): number => 10 ** decimalsOf(currency)

/** The unit of which every amount is a multiple, because banks don't process the third decimal. */
export const stepOf = (currency: string): number =>
  WITH_THREE.includes(currency) ? 10 : WHOLE_ONLY.includes(currency) ? 100 : 1

export const inUnits = (amount: number, currency: string): number => amount / unitOf(currency)

/** The amount as people type it, with all its decimals: 82.80. */
export const writtenAmount = (amount: number, currency: string): string =>
  inUnits(amount, currency).toFixed(Math.max(0, -Math.log10(inUnits(stepOf(currency), currency))))

export const fromUnits = (units: number, currency: string): number => roundedIn(units * unitOf(currency), currency)

export const roundedIn = (amount: number, currency: string): number =>
  Math.round(amount / stepOf(currency)) * stepOf(currency)

/** Stripe's minimum charges where they aren't half a unit. */
const LEAST: Readonly<Record<string, number>> = {
  AED: 2,
  CZK: 15,
  DKK: 2.5,
  GBP: 0.3,
  HKD: 4,
  HUF: 175,
  MXN: 10,
  MYR: 2,
  NOK: 3,
  PLN: 2,
  RON: 2,
  SEK: 3,
  THB: 10,
}

/** The lowest price of a plan. It prevents a price from carrying over unnoticed when the currency changes. */
export const leastOf = (currency: string): number =>
  Math.max(stepOf(currency), decimalsOf(currency) === 0 ? 50 : (LEAST[currency] ?? 0.5) * unitOf(currency))

/** Values for a text with `{amount, number, price}`. */
export const inText = (amount: number, currency: string) => ({ amount: inUnits(amount, currency), currency })
