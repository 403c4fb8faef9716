import { expect, test } from 'vitest'
import { isSameDay, spanOf } from './relative-time.ts'

const now = Date.parse('2026-05-10T12:00:00')
const before = (minutes: number) => spanOf(now - minutes * 60_000, now)

test.each([
  [0.5, { value: 0, unit: 'second' }],
  [59, { value: 59, unit: 'minute' }],
  [60, { value: 1, unit: 'hour' }],
  [23 * 60 + 59, { value: 23, unit: 'hour' }],
  [24 * 60, { value: 1, unit: 'day' }],
  [7 * 24 * 60, null],
  [-5, { value: 0, unit: 'second' }],
])('%s minutes ago is written in the largest unit', (minutes, span) => {
  expect(before(minutes)).toEqual(span)
})

test('a day ends at midnight where the reader is', () => {
  expect(isSameDay(Date.parse('2026-05-10T00:01:00'), now)).toBe(true)
  expect(isSameDay(Date.parse('2026-05-09T23:59:00'), now)).toBe(false)
})
