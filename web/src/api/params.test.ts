import { expect, test } from 'vitest'
import { dayIn, idIn, numberIn, oneOf, pageIn, periodIn, textIn } from './params.ts'

test.each([
  ['an unknown status', oneOf(['pending', 'closed'], 'bogus')],
  ['a list instead of a value', oneOf(['pending'], ['pending'])],
  ['page nought', pageIn('0')],
  ['page minus one', pageIn('-1')],
  ['a page over the maximum', pageIn('1001')],
  ['a page that is not a number', pageIn('2e1')],
  ['the first page, which is the default', pageIn('1')],
  ['an invalid id', idIn('7')],
  ['a nonexistent month', periodIn('2026-13')],
  ['a nonexistent day', periodIn('2026-02-30')],
  ['a month instead of a day', dayIn('2026-02')],
  ['a text that is too long', textIn('x'.repeat(201), 200)],
  ['an age below the minimum', numberIn('17', 18, 120)],
])('%s falls back to the default', (_what, value) => {
  expect(value).toBeUndefined()
})

test('parameters known to a screen are passed on unchanged', () => {
  expect(oneOf(['pending', 'closed'], 'closed')).toBe('closed')
  expect(pageIn('7')).toBe('7')
  expect(periodIn('2026-02')).toBe('2026-02')
  expect(dayIn('2026-02-28')).toBe('2026-02-28')
  expect(textIn('Lefèvre', 200)).toBe('Lefèvre')
  expect(numberIn('18', 18, 120)).toBe('18')
  expect(idIn('0196a000-0000-7000-8000-000000000000')).toBe('0196a000-0000-7000-8000-000000000000')
})
