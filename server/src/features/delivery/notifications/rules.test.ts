import { expect, test } from 'vitest'
import { write } from '../../../infra/language/write.ts'
import { describeNotification, isQuiet, nextHour, toSettings } from './rules.ts'

const utc = (hour: number) => new Date(Date.UTC(2026, 4, 5, hour, 30))

test("quiet hours span midnight in the member's time zone", () => {
  const night = { from: 22, to: 7 }
  expect([21, 22, 23, 0, 6, 7].map((hour) => isQuiet(night, 'UTC', utc(hour)))).toEqual([
    false,
    true,
    true,
    true,
    true,
    false,
  ])
  expect([8, 9, 16, 17].map((hour) => isQuiet({ from: 9, to: 17 }, 'UTC', utc(hour)))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(isQuiet(null, 'UTC', utc(3))).toBe(false)
  expect(isQuiet(night, 'Asia/Tokyo', utc(20))).toBe(true)
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

test('notifications of one topic are grouped', () => {
  const { text, link } = describeNotification('message', { name: 'Ben', matchId: 'm' }, 3)
  expect([write('en', text), link]).toEqual(['3 new messages from Ben', '/chat/m'])
})

test('settings that were never changed have their defaults', () => {
  const { kinds } = toSettings({ kinds: { like: { mail: 'now', push: true } } })
  expect([kinds.like.mail, kinds.match.mail]).toEqual(['now', 'now'])
})
