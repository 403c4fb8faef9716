import { expect, test } from 'vitest'
import { openTokenCache } from './token-cache.ts'

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000)
const until = (seconds: number) => ({ accountId: 'ada', sessionId: 'one', expiresAt: at(seconds) })

test('tokens that have expired make room for others', () => {
  const cache = openTokenCache()
  for (let second = 0; second < 600; second++) cache.keep(`token ${second}`, until(second + 600), at(second))
  expect([cache.size(), cache.find('token 0')]).toEqual([600, until(600)])
  cache.keep('later', until(1400), at(800))
  // The entries of the last 400 seconds, and the new one.
  expect([cache.size(), cache.find('token 200'), cache.find('token 201')]).toEqual([400, undefined, until(801)])
})

test('at most 10,000 tokens are kept, the latest ones', () => {
  const cache = openTokenCache()
  for (let n = 0; n < 10_002; n++) cache.keep(`token ${n}`, until(600), at(0))
  expect([cache.size(), cache.find('token 1'), cache.find('token 2')]).toEqual([10_000, undefined, until(600)])
})
