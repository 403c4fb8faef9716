import { expect, test } from 'vitest'
import { usedToday } from './rules.ts'

test("a new time zone counts from the next day, so traveling doesn't reset the daily limit", () => {
  const used = { likes: 50, superlikes: 1, undos: 1, resets_at: new Date('2026-03-11T00:00:00Z') }
  expect(usedToday(used, 'Pacific/Kiritimati', new Date('2026-03-10T12:00:00Z'))).toBe(used)
  expect(usedToday(used, 'Pacific/Kiritimati', new Date('2026-03-11T00:00:01Z'))).toEqual({
    likes: 0,
    superlikes: 0,
    undos: 0,
    resets_at: new Date('2026-03-11T20:00:00Z'),
  })
})

test("a day ends at the member's midnight, at least 20 hours after the last one", () => {
  const last = (resets_at: string) => ({ likes: 50, superlikes: 1, undos: 1, resets_at: new Date(resets_at) })
  const ends = (resets_at: string) => usedToday(last(resets_at), 'UTC', new Date('2026-03-11T12:00:00Z')).resets_at
  expect(ends('2026-03-10T00:00:00Z')).toEqual(new Date('2026-03-12T00:00:00Z'))
  expect(ends('2026-03-11T04:00:00Z')).toEqual(new Date('2026-03-12T00:00:00Z'))
  expect(ends('2026-03-11T11:00:00Z')).toEqual(new Date('2026-03-12T07:00:00Z'))
})
