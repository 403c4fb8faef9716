import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellAt, centreOf, coarser, hasLeft, levelFor, mayMove, pointOf, publishedPoint } from './rules.ts'

const anywhere = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})
const apart = (a: ReturnType<typeof pointOf>, b: ReturnType<typeof pointOf>) =>
  Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z)

test('every point of a cell is within the distance of its corners from its center', () => {
  fc.assert(
    fc.property(anywhere, fc.integer({ min: 0, max: 4 }), (position, level) => {
      const far = apart(pointOf(position), pointOf(centreOf(cellAt(position, level), level)))
      // Near the poles, a row has few columns, so its cells are wide.
      const side = 1.609 * 2 ** level
      expect(far).toBeLessThan(Math.abs(position.latitude) > 89 ? 6 * side : side)
    }),
    { numRuns: 2000 },
  )
})

test('the center of a cell is in that cell', () => {
  fc.assert(
    fc.property(anywhere, (position) => {
      const cell = cellAt(position)
      expect(cellAt(centreOf(cell))).toEqual(cell)
    }),
  )
})

test("a position at the edge of a cell doesn't flicker", () => {
  const home = cellAt({ latitude: 38.7223, longitude: -9.1393 })
  const { latitude, longitude } = centreOf(home)
  const step = 1.609 / 111.195
  const edge = latitude + step / 2
  for (let at = 0; at < 400; at++)
    expect(hasLeft(home, { latitude: edge + Math.sin(at * 7) * step * 0.2, longitude })).toBe(false)
  expect(hasLeft(home, { latitude: edge + step * 0.26, longitude })).toBe(true)
})

test('a place by position changes every 30 minutes at most, and twelve times a day', () => {
  const now = new Date('2026-05-05T10:00:00Z')
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  expect(mayMove({ place_changed_at: null, place_changes: 0 }, now)).toEqual({ allowed: true, changes: 1 })
  expect(mayMove({ place_changed_at: ago(29), place_changes: 1 }, now).allowed).toBe(false)
  expect(mayMove({ place_changed_at: ago(31), place_changes: 1 }, now)).toEqual({ allowed: true, changes: 2 })
  expect(mayMove({ place_changed_at: ago(31), place_changes: 12 }, now).allowed).toBe(false)
  expect(mayMove({ place_changed_at: ago(11 * 60), place_changes: 12 }, now)).toEqual({ allowed: true, changes: 1 })
})

test('sparse areas have coarser cells, and a few arrivals or departures change nothing', () => {
  const of = (counts: number[]) => (level: number) => counts[level]!
  expect(levelFor(of([80, 200, 400, 800, 900]), 0)).toBe(0)
  expect(levelFor(of([45, 200, 400, 800, 900]), 0)).toBe(0)
  expect(levelFor(of([45, 200, 400, 800, 900]), 1)).toBe(1)
  expect(levelFor(of([55, 200, 400, 800, 900]), 1)).toBe(1)
  expect(levelFor(of([61, 200, 400, 800, 900]), 1)).toBe(0)
  expect(levelFor(of([3, 9, 20, 49, 49]), 0)).toBe(4)
})

test('a coarser place is the same for everyone published from it', () => {
  const cell = cellAt({ latitude: 38.7223, longitude: -9.1393 })
  expect(publishedPoint(cell, 2)).toEqual(publishedPoint(cellAt(centreOf(coarser(cell, 2), 2)), 2))
})
