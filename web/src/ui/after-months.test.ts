import { expect, test } from 'vitest'
import { afterMonths } from './after-months.ts'

test.each([
  ['2027-08-31T12:00:00Z', 6, '2028-02-29T12:00:00Z'],
  ['2026-08-31T12:00:00Z', 6, '2027-02-28T12:00:00Z'],
  ['2027-12-31T23:58:00Z', 1, '2028-01-31T23:58:00Z'],
  ['2028-02-29T12:00:00Z', 12, '2029-02-28T12:00:00Z'],
])('from %s, %s months end on a day that exists', (from, months, to) => {
  expect(afterMonths(new Date(from), months)).toEqual(new Date(to))
})
