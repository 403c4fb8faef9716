import { expect, test } from 'vitest'
import { currencyCodes } from './currency-codes.ts'
import { fromUnits, inUnits, leastOf, roundedIn, stepOf, writtenAmount } from './currencies.ts'

// Stripe's table of currencies, https://docs.stripe.com/currencies.

test.each([
  ['EUR', 12.9, 1290],
  ['JPY', 1290, 1290],
  ['KRW', 12_900.4, 12_900],
  ['KWD', 3.999, 4000],
  ['BHD', 3.99, 3990],
  ['ISK', 1290, 129_000],
  ['ISK', 1290.6, 129_100],
  ['UGX', 5000, 500_000],
  ['HUF', 12.9, 1290],
])('Stripe counts %s %d as %d', (currency, units, amount) => {
  expect(fromUnits(units, currency)).toBe(amount)
  expect(Math.abs(inUnits(amount, currency) - units)).toBeLessThanOrEqual(0.5)
})

test('an amount is written with all the decimals that can be paid', () => {
  const amounts = [writtenAmount(8280, 'EUR'), writtenAmount(8280, 'JPY'), writtenAmount(8280, 'KWD')]
  expect([...amounts, writtenAmount(828_000, 'ISK')]).toEqual(['82.80', '8280', '8.28', '8280'])
})

test('parts of a price are amounts that can be paid', () => {
  expect([roundedIn(1000 / 3, 'EUR'), roundedIn(1000 / 3, 'KWD'), roundedIn(100_000 / 3, 'ISK')]).toEqual([
    333, 330, 33_300,
  ])
})

test('every currency has a code once, a name, and a least price that can be paid', () => {
  const names = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' })
  expect(new Set(currencyCodes).size).toBe(currencyCodes.length)
  expect(currencyCodes.filter((code) => !names.of(code) || leastOf(code) % stepOf(code) !== 0)).toEqual([])
})

test.each([
  ['EUR', 50],
  ['GBP', 30],
  ['HUF', 17_500],
  ['CZK', 1500],
  ['DKK', 250],
  ['MXN', 1000],
  ['JPY', 50],
  ['KWD', 500],
  ['ISK', 100],
])('Stripe charges at least the least price in %s', (currency, least) => {
  expect(leastOf(currency)).toBe(least)
})
