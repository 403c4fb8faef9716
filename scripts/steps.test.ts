import { expect, test } from 'vitest'
import { counts, slowest } from './steps.ts'

const output = `
 \u001b[32m✓\u001b[39m server server/test/chat/chat.test.ts (2 tests) 4800ms
   \u001b[32m✓\u001b[39m a message comes once\u001b[33m 4700\u001b[2mms\u001b[22m\u001b[39m
   × a picture that takes 3 s is refused 900ms
  ✓   12 [desk] › e2e/login.spec.ts:5:1 › the sign-in says so (2.4s)
  ✘    3 [phone] › e2e/everybody.spec.ts:28:3 › axe finds nothing (1.5m)
  2 passed (16.1m)
`

test('the tests that took longest are named, whichever runner ran them', () => {
  expect(slowest(output, 3)).toEqual([
    { name: '[phone] › e2e/everybody.spec.ts:28:3 › axe finds nothing', seconds: 90 },
    { name: 'a message comes once', seconds: 4.7 },
    { name: '[desk] › e2e/login.spec.ts:5:1 › the sign-in says so', seconds: 2.4 },
  ])
})

test('tests are counted by what their runner says at the end', () => {
  expect(counts('      Tests  2 failed | 60 passed (62)')).toEqual({ passed: 60, failed: 2 })
  expect(counts('  1 failed\n  194 passed (5.1m)')).toEqual({ passed: 194, failed: 1 })
})
