import { expect, test } from 'vitest'
import { midnightAfter, usedToday } from './rules.ts'

const noon = new Date('2026-03-10T12:00:00Z')

test("a day ends at the member's midnight", () => {
  expect(midnightAfter({ zone: 'UTC', day: '2026-03-10' }, noon).toISOString()).toBe('2026-03-11T00:00:00.000Z')
  expect(midnightAfter({ zone: 'Asia/Tokyo', day: '2026-03-10' }, noon).toISOString()).toBe('2026-03-10T15:00:00.000Z')
  // The clocks go forward in that night.
  const before = new Date('2026-03-28T20:00:00Z')
  expect(midnightAfter({ zone: 'Europe/Lisbon', day: '2026-03-28' }, before).toISOString()).toBe(
    '2026-03-29T00:00:00.000Z',
  )
})

test('another zone counts from the next day only: nobody flies to a second helping', () => {
  const used = { zone: 'UTC', day: '2026-03-10', likes: 50, superlikes: 1, undos: 1 }
  expect(usedToday(used, 'Pacific/Kiritimati', noon)).toBe(used)
  const tomorrow = new Date('2026-03-11T00:00:01Z')
  expect(usedToday(used, 'Pacific/Kiritimati', tomorrow)).toMatchObject({ zone: 'Pacific/Kiritimati', likes: 0 })
})
