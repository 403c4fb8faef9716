import { expect, test } from 'vitest'
import { nextMidnight } from './zones.ts'

test("a day ends at the member's midnight", () => {
  const noon = new Date('2026-03-10T12:00:00Z')
  expect(nextMidnight('UTC', noon)).toEqual(new Date('2026-03-11T00:00:00Z'))
  expect(nextMidnight('Asia/Tokyo', noon)).toEqual(new Date('2026-03-10T15:00:00Z'))
  expect(nextMidnight('Asia/Tokyo', new Date('2026-03-10T16:00:00Z'))).toEqual(new Date('2026-03-11T15:00:00Z'))
  expect(nextMidnight('Asia/Tokyo', new Date('2026-03-11T14:59:59Z'))).toEqual(new Date('2026-03-11T15:00:00Z'))
  expect(nextMidnight('Asia/Tokyo', new Date('2026-03-11T15:00:00Z'))).toEqual(new Date('2026-03-12T15:00:00Z'))
  expect(nextMidnight('Asia/Tokyo', new Date('2026-03-10T16:00:00Z'))).toEqual(new Date('2026-03-11T15:00:00Z'))
})

test('the night in which the clocks go forward is an hour shorter', () => {
  expect(nextMidnight('Europe/Lisbon', new Date('2026-03-28T20:00:00Z'))).toEqual(new Date('2026-03-29T00:00:00Z'))
  expect(nextMidnight('Europe/Lisbon', new Date('2026-03-29T20:00:00Z'))).toEqual(new Date('2026-03-29T23:00:00Z'))
})
