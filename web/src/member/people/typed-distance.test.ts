import { distances } from '@kindred/contract/profiles/users'
import { expect, test } from 'vitest'
import { inUnits, limitFor } from './typed-distance.ts'

const numbers = Array.from({ length: 999 }, (_, at) => at + 1)

test('any number counts as an offered limit, which is never nearer than what was typed', () => {
  for (const inMiles of [false, true])
    for (const typed of numbers) {
      const limit = limitFor(String(typed), distances, inMiles)
      expect([...distances, null]).toContain(limit)
      const reach = limit ? inUnits(limit, inMiles) : Infinity
      expect(reach).toBeGreaterThanOrEqual(typed)
      // Without a limit only beyond the farthest.
      expect(limit === null).toBe(typed > inUnits(160, inMiles))
    }
})

test('a shown limit, typed, is that limit, in both units', () => {
  for (const inMiles of [false, true])
    for (const km of distances) expect(limitFor(String(inUnits(km, inMiles)), distances, inMiles)).toBe(km)
})

test('only what the operator offers counts, and only whole numbers are distances', () => {
  expect(limitFor('7', [5, 25], false)).toBe(25)
  expect(limitFor('26', [5, 25], false)).toBeNull()
  expect(['', '0', '-3', '2.5', '1e3', '12345'].map((typed) => limitFor(typed, distances, false))).toEqual(
    Array.from({ length: 6 }, () => undefined),
  )
})
