import { expect, test } from 'vitest'
import { distanceBucket } from './rules.ts'

const at = (x: number, level = 0) => ({ x, y: 0, z: 0, level })

test('a distance is shown as the smallest bucket that holds it', () => {
  const shown = [0, 2, 2.1, 5, 10, 25, 26, 100, 160, 161].map((km) => distanceBucket(at(0), at(km)))
  expect(shown).toEqual([2, 2, 5, 5, 10, 25, 50, 100, 160, 999])
  expect(distanceBucket(null, at(0))).toBeNull()
  expect(distanceBucket(at(0), null)).toBeNull()
})

test('a distance is never finer than the coarser of the two cells', () => {
  expect([0, 1, 2, 3, 4].map((level) => distanceBucket(at(0, level), at(1)))).toEqual([2, 5, 10, 25, 50])
  expect(distanceBucket(at(0), at(1, 4))).toBe(50)
  expect(distanceBucket(at(0, 4), at(90))).toBe(100)
})
