import { expect, test } from 'vitest'
import { inWords } from './duration.ts'

test.each([
  [12, '12s'],
  [90, '2m'],
  [3600, '1h'],
  [11_520, '3.2h'],
  [183_600, '2.1d'],
])('%d seconds are %s', (seconds, words) => {
  expect(inWords(seconds)).toBe(words)
})
