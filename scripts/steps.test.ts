import { expect, test } from 'vitest'
import { counts } from './steps.ts'

test('tests are counted by what their runner says at the end', () => {
  expect(counts('\u001b[2m      Tests \u001b[22m 2 failed | 60 passed (62)')).toEqual({ passed: 60, failed: 2 })
  expect(counts('  ✓ a picture that takes 3 s\n  1 failed\n  194 passed (5.1m)')).toEqual({ passed: 194, failed: 1 })
})
