import { expect, test } from 'vitest'
import { maskCount, maskGroups, maskMedian } from './rules.ts'

const group = (name: string, count: number) => ({ name, count })
const shown = (...counts: number[]) => maskGroups(counts.map((count, at) => group(`g${at}`, count))).map((g) => g.count)

test('counts and medians of fewer than five are left out, zeros are not', () => {
  expect([0, 1, 4, 5].map(maskCount)).toEqual([0, null, null, 5])
  expect([maskMedian(60.4, 5), maskMedian(60, 4), maskMedian(null, 9)]).toEqual([60, null, null])
})

test('a small group cannot be worked out from the total', () => {
  expect(shown(20, 10, 6)).toEqual([20, 10, 6])
  // One alone would be the total minus the others.
  expect(shown(20, 10, 3)).toEqual([20, null, null])
  // Two that add up to two would be one each.
  expect(shown(20, 10, 1, 1)).toEqual([20, null, null, null])
  expect(shown(20, 4, 4)).toEqual([20, null, null])
  expect(shown(20, 0, 3)).toEqual([null, 0, null])
  expect(shown(3)).toEqual([null])
})
