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
  ['postgres://me:word@one:x,two/name?target_session_attrs=any', 'can’t be read'],
  ['postgres://me:wo/rd@one/name', 'write / as %2F'],
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

test.each([
  ['HOST', '999.1.1.1', 'HOST must be an IP address or a host name.'],
  ['MAIL_FROM', 'Kindred', 'MAIL_FROM must be an email address'],
  ['PUSH_HOSTS', 'https://push.example', 'PUSH_HOSTS must be host names'],
  ['VAPID_PUBLIC_KEY', 'nonsense', 'VAPID_PUBLIC_KEY must have 87 characters'],
  ['VAPID_PRIVATE_KEY', 'nonsense', 'VAPID_PRIVATE_KEY must have 43 characters'],
])('%s=%s is refused by name', (name, value, why) => {
  expect(() => parseConfig({ [name]: value }, '/')).toThrow(why)
})

test('a name with an address sends mail, and a server listens at an address or a name', () => {
  const set = {
    MAIL_FROM: 'Love, Example <hello@love.example>',
    HOST: 'localhost',
    PUSH_HOSTS: 'push.example:8443,b.example',
  }
  expect(parseConfig(set, '/')).toMatchObject(set)
})

const production = {
  NODE_ENV: 'production',
  TOKEN_SECRET: 'dUkzIIB4ZqQXhyzBsk2JmWZ8dl_Xo3sPSL8Ax8hUZKU',
  PUBLIC_URL: 'https://love.example',
  SMTP_URL: 'smtp://mail.example',
}

test('production refuses a remote database without an explicit sslmode', () => {
  const at = (DATABASE_URL: string) => () => parseConfig({ ...production, DATABASE_URL }, '/')
  expect(at('postgres://me:word@one/name')).toThrow('DATABASE_URL leads to another machine')
  expect(at('postgres://me:word@one,127.0.0.1/name?target_session_attrs=any')).toThrow(
    'must end with ?sslmode=verify-full',
  )
  for (const url of [
    'postgres://me:word@127.0.0.1:5432/name',
    'postgres://me:word@[::1]/name',
    'postgres://me:word@one/name?sslmode=disable',
    'postgres://me:word@one/name?sslmode=verify-full',
  ])
    expect(at(url)).not.toThrow()
})
