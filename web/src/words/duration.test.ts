import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { inWords } from './duration.ts'

const of = (locale: string) => setupI18n({ locale, messages: { [locale]: {} } })

test.each([
  [12, '12s'],
  [90, '2m'],
  [3600, '1h'],
  [11_520, '3.2h'],
  [183_600, '2.1d'],
])('%d seconds are %s', (seconds, words) => {
  expect(inWords(of('en'), seconds)).toBe(words)
})

test('other languages have units and decimals of their own', () => {
  expect([inWords(of('de'), 38_160), inWords(of('de'), 103_680)]).toEqual(['10,6 Std.', '1,2 Tage'])
  expect(inWords(of('fr'), 183_600)).toBe('2,1j')
  // In Arabic, a single letter isn't an abbreviation.
  expect([inWords(of('ar'), 38_160), inWords(of('ar'), 103_680)]).toEqual(['10.6 ساعة', '1.2 يوم'])
})
