import { expect, test } from 'vitest'
import { agoOf } from './last-active.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const before = (hours: number) => new Date(now - hours * 3_600_000).toISOString()

test.each([
  [0.99, { kind: 'now' }],
  [1, { kind: 'hours', count: 1 }],
  [23.9, { kind: 'hours', count: 23 }],
  [24, { kind: 'days', count: 1 }],
  [167.9, { kind: 'days', count: 6 }],
  [168, { kind: 'date' }],
])('%d hours ago is %j', (hours, ago) => {
  expect(agoOf(before(hours), now)).toEqual(ago)
})

test('a member who was never active is shown as never', () => {
  expect(agoOf(null, now)).toEqual({ kind: 'never' })
})
