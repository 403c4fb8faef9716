import { expect, test } from 'vitest'
import { rebased } from './rebased.ts'

test('what one administrator left as it was is as the other saved it', () => {
  const base = { minimumAge: 18, look: { accent: 'red', second: 'blue' } }
  const theirs = { minimumAge: 18, calls: false, look: { accent: 'red', second: 'green' } }
  expect(rebased(base, { ...base, boosts: false, look: { accent: 'pink', second: 'blue' } }, theirs)).toEqual({
    minimumAge: 18,
    boosts: false,
    calls: false,
    look: { accent: 'pink', second: 'green' },
  })
})

test('what both changed, and lists, are as the one saves them who is second', () => {
  expect(rebased({ a: 1 }, { a: 2 }, { a: 3 })).toEqual({ a: 2 })
  expect(rebased([1], [1, 2], [1, 3])).toEqual([1, 2])
  expect(rebased(undefined, { calls: false }, { boosts: false })).toEqual({ calls: false, boosts: false })
  expect(rebased({ calls: false }, null, { calls: false, boosts: false })).toBe(null)
  expect(rebased({ calls: false }, {}, { calls: false, boosts: false })).toEqual({ boosts: false })
})
