import { expect, test } from 'vitest'
import { pieceOf, stepsFor } from './scale.ts'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [10, [0, 5, 10]],
  [97, [0, 50, 100]],
  [1234, [0, 500, 1000, 1500]],
])('an axis up to %i has the steps %j', (largest, steps) => {
  expect(stepsFor(largest)).toEqual(steps)
})

test('an axis always includes its largest value, with at most four lines above zero', () => {
  for (let largest = 1; largest < 5000; largest += 7) {
    const steps = stepsFor(largest)
    expect(steps.at(-1)).toBeGreaterThanOrEqual(largest)
    expect(steps.length).toBeLessThanOrEqual(5)
    expect(steps.every(Number.isInteger)).toBe(true)
  }
})

test('a whole is a circle, a half is half of one', () => {
  expect(pieceOf(0, 1, 50, 50)).toMatch(/A50 50 0 1 1 .*A50 50 0 1 1/)
  expect(pieceOf(0, 0.5, 50, 50)).toBe('M50 50L50.00 0.00A50 50 0 0 1 50.00 100.00z')
})
