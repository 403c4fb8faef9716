import { expect, test } from 'vitest'
import { counts, repeated, unstable } from './steps.ts'

test('tests are counted by what their runner says at the end', () => {
  expect(counts('\u001b[2m      Tests \u001b[22m 2 failed | 60 passed (62)')).toEqual({ passed: 60, failed: 2 })
  expect(counts('  ✓ a picture that takes 3 s\n  1 failed\n  194 passed (5.1m)')).toEqual({ passed: 194, failed: 1 })
})

test('a journey that passed when it was repeated counts as passed, and is named with its failure', () => {
  const output = '  1) [desk] › e2e/a.spec.ts:3:1 › a\n\n    Error: no\n\n  1 flaky\n    [desk] › a\n  20 passed (5.1m)'
  expect(counts(output)).toEqual({ passed: 21, failed: 0 })
  expect(unstable(output).unstable).toContain('Error: no')
  expect(unstable('  20 passed (5.1m)')).toEqual({})
})

test('tests that pass when they are repeated count as passed, and others as failed', () => {
  const first = { name: 'server', passed: false, seconds: 9, output: ' FAIL  a\nTests  2 failed | 60 passed (62)' }
  const second = { name: 'again', passed: true, seconds: 1, output: 'Tests  5 passed (5)' }
  const unstable = repeated(first, second)
  expect([unstable.passed, counts(unstable.output)]).toEqual([true, { passed: 62, failed: 0 }])
  expect(unstable.unstable).toMatch(/FAIL {2}a[^]*Then:[^]*5 passed/)
  const still = repeated(first, { ...second, passed: false, output: 'Tests  1 failed | 4 passed (5)' })
  expect([still.passed, counts(still.output)]).toEqual([false, { passed: 61, failed: 1 }])
})
