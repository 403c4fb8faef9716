import { expect, test } from 'vitest'
import { usedToday } from './rules.ts'

test("a new time zone counts from the next day, so traveling doesn't reset the daily limit", () => {
  const used = { likes: 50, superlikes: 1, undos: 1, resets_at: new Date('2026-03-11T00:00:00Z') }
  expect(usedToday(used, 'Pacific/Kiritimati', new Date('2026-03-10T12:00:00Z'))).toBe(used)
  expect(usedToday(used, 'Pacific/Kiritimati', new Date('2026-03-11T00:00:01Z'))).toEqual({
    likes: 0,
    superlikes: 0,
    undos: 0,
    resets_at: new Date('2026-03-11T10:00:00Z'),
  })
})
