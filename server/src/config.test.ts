import { expect, test } from 'vitest'
import { ConfigError, parseConfig } from './config.ts'

test.each([
  'postgres://me:word@one:5432/name',
  'postgresql://me:wo,rd@one/name?options=-c%20a=b,c',
  'postgres://me:word@one:5432,two:5433/name?target_session_attrs=read-write',
])('%s is a database', (DATABASE_URL) => {
  expect(parseConfig({ DATABASE_URL }, '/').DATABASE_URL).toBe(DATABASE_URL)
})

test.each([
  ['mysql://me:word@one/name', 'must be a URL that begins with postgres://'],
  ['postgres://me:word@one:x,two/name?target_session_attrs=any', 'must be a URL that begins with postgres://'],
  ['postgres://me:word@one,two/name', 'needs target_session_attrs=read-write'],
])('%s is none', (DATABASE_URL, why) => {
  const parsing = () => parseConfig({ DATABASE_URL }, '/')
  expect(parsing).toThrow(ConfigError)
  expect(parsing).toThrow(why)
})

test('a pooler needs its address and that of the database behind it', () => {
  const direct = { DATABASE_POOLED: 'transaction', DATABASE_DIRECT_URL: 'postgres://me:word@one/name' }
  expect(() => parseConfig(direct, '/')).toThrow('DATABASE_POOLED needs DATABASE_URL')
  expect(parseConfig({ ...direct, DATABASE_URL: 'postgres://me:word@pooler/name' }, '/')).toMatchObject(direct)
})
