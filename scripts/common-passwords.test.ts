import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isCommon } from '../server/src/features/identity/passwords/common-passwords.ts'
import { commonPasswords, FILTER, filterOfCommon } from './common-passwords.ts'

const common = commonPasswords()

test('hundreds of thousands of common passwords are recognized, and hardly any others', () => {
  expect([...common].filter(({ length }) => length >= 8).length).toBeGreaterThan(100_000)
  expect([...common].filter((password) => !isCommon(password))).toEqual([])
  const others = Array.from({ length: 20_000 }, (_, at) =>
    createHash('sha256').update(`${at}`).digest('base64url').slice(0, 12),
  )
  expect(others.filter(isCommon).length).toBeLessThanOrEqual(2)
}, 30_000)

test('the stored filter matches its word lists', () => {
  expect(Buffer.compare(readFileSync(FILTER), filterOfCommon(common)), 'Run npm run common-passwords.').toBe(0)
}, 30_000)
