import { expect, test } from 'vitest'
import { latestHour, nextHour, nextMidnight, startOfDayIn } from './zones.ts'

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

test.each([
  ['Asia/Tokyo', 9, '2026-05-05T20:30:00Z', '2026-05-06T00:00:00.000Z'],
  ['Asia/Kathmandu', 7, '2026-05-05T20:30:00Z', '2026-05-06T01:15:00.000Z'],
  ['Europe/Lisbon', 9, '2026-05-05T08:00:00Z', '2026-05-06T08:00:00.000Z'],
  // The clock change in spring skips this hour.
  ['Europe/Berlin', 2, '2026-03-28T20:00:00Z', '2026-03-30T00:00:00.000Z'],
  ['Europe/Berlin', 3, '2026-03-28T20:00:00Z', '2026-03-29T01:00:00.000Z'],
])('in %s, hour %i begins next', (zone, hour, now, next) => {
  expect(nextHour(zone, hour, new Date(now)).toISOString()).toBe(next)
})

test.each([
  ['UTC', 9, '2026-05-05T09:00:00Z', '2026-05-05T09:00:00.000Z'],
  ['UTC', 9, '2026-05-05T08:59:59Z', '2026-05-04T09:00:00.000Z'],
  ['Asia/Kathmandu', 7, '2026-05-05T20:30:00Z', '2026-05-05T01:15:00.000Z'],
  // The clock change in spring skips this hour.
  ['Europe/Berlin', 2, '2026-03-29T20:00:00Z', '2026-03-28T01:00:00.000Z'],
])('in %s, hour %i began latest', (zone, hour, now, began) => {
  expect(latestHour(zone, hour, new Date(now)).toISOString()).toBe(began)
})

test('a day begins at the local midnight, or when the clocks skip it, right after', () => {
  expect(startOfDayIn('UTC', '2026-06-01')).toEqual(new Date('2026-06-01T00:00:00Z'))
  expect(startOfDayIn('Pacific/Kiritimati', '2026-06-01')).toEqual(new Date('2026-05-31T10:00:00Z'))
  expect(startOfDayIn('Etc/GMT+12', '2026-06-01')).toEqual(new Date('2026-06-01T12:00:00Z'))
  expect(startOfDayIn('Africa/Cairo', '2026-04-24')).toEqual(new Date('2026-04-23T22:00:00Z'))
})
