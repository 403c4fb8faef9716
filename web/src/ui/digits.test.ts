import { expect, test } from 'vitest'
import { codeIn } from './digits.ts'

test.each([
  ['123456', '', '123456'],
  ['Your code: 123 456.', '', '123456'],
  ['١٢٣٤٥٦', '', '123456'],
  ['۱۲۳', '', '123'],
  ['1234567', '', '123456'],
  ['0000001', '000000', '1'],
  ['000000123456', '000000', '123456'],
  ['00000', '000000', '00000'],
])('%s after %s is the code %s', (typed, before, code) => {
  expect(codeIn(typed, before, 6)).toBe(code)
})
