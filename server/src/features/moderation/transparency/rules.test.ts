import { expect, test } from 'vitest'
import { maskCount, maskGroups, maskMedian } from './rules.ts'

const group = (name: string, count: number) => ({ name, count })
const shown = (...counts: number[]) => maskGroups(counts.map((count, at) => group(`g${at}`, count))).map((g) => g.count)

test('counts and medians of fewer than five are left out, and so are zeros', () => {
  expect([0, 1, 4, 5].map(maskCount)).toEqual([null, null, null, 5])
  expect([maskMedian(60.4, 5), maskMedian(60, 4), maskMedian(null, 9)]).toEqual([60, null, null])
})

test('a small group has no name, and cannot be worked out from the total', () => {
  const masked = { name: 'masked', count: null }
  const names = (...counts: number[]) => maskGroups(counts.map((count, at) => group(`g${at}`, count)))
  expect(shown(20, 10, 6)).toEqual([20, 10, 6])
  // A single masked row would be the total minus the others, and one of two could be worked out by anyone who knows the
  // other.
  expect(names(20, 10, 8, 3)).toEqual([group('g0', 20), masked])
  expect(names(20, 10, 4, 4)).toEqual([group('g0', 20), masked])
  expect(names(20, 4, 4)).toEqual([masked])
  // Three groups that add up to 3 would have 1 each.
  expect(names(20, 10, 1, 1, 1)).toEqual([group('g0', 20), masked])
  expect(names(20, 0, 3)).toEqual([group('g1', 0), masked])
  for (const few of [names(), names(0), names(3), names(2, 2)]) expect(few).toEqual([masked])
})
