import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { parseConfig } from '../../src/config.ts'

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://love.example',
  SMTP_URL: 'smtp://mail.example',
}
const start = (TOKEN_SECRET: string) => parseConfig({ ...production, TOKEN_SECRET }, '/nowhere').TOKEN_SECRET

test.each([
  'change-me-change-me-change-me-change-me',
  'change-me-7f3kq92mdh4nv8xz01bw65rt',
  'CHANGE_ME_IN_PRODUCTION_0123456789',
  'please-change-this-before-you-go-live',
  'secret-for-our-production-deployment',
  'mySuperSecretTokenThatNobodyGuesses',
  'example-token-of-thirty-two-letters-q',
  'replace-with-a-long-and-unique-value',
  'your-token-goes-here-0123456789abcdef',
  'at least 32 random characters, please',
  '32 random characters or more; new,old',
  'password-password-password-password1',
  'correct-horse-correct-horse-correct-horse',
  'staple battery staple battery staple',
  '0123456789abcdef0123456789abcdef',
  'abcdefghijklmnopqrstuvwxyz0123456789',
  'qwertyuiopasdfghjklzxcvbnm1234567890',
  'aaaaaaaabbbbbbbbccccccccdddddddd',
  'kindred-kindred-token-signing-key-v1',
])('production refuses to start with %s to sign tokens', (secret) => {
  expect(() => start(secret)).toThrow('TOKEN_SECRET must be random')
})

test('production starts with any random secret', () => {
  for (let drawn = 0; drawn < 2000; drawn++)
    for (const encoding of ['base64', 'base64url', 'hex'] as const) {
      const secret = randomBytes(32).toString(encoding)
      expect(start(secret)).toEqual([secret])
    }
  const [fresh, old] = [randomBytes(24).toString('base64url'), randomBytes(16).toString('hex')]
  expect(start(`${fresh},${old}`)).toEqual([fresh, old])
  // A single placeholder among the secrets is enough for a refusal.
  expect(() => start(`${fresh},change-me-change-me-change-me-change-me`)).toThrow('TOKEN_SECRET must be random')
})

const TOKEN_SECRET = randomBytes(32).toString('base64')

test('production requires an https address', () => {
  const at = (env: Record<string, string | undefined>) => () =>
    parseConfig({ ...production, TOKEN_SECRET, ...env }, '/nowhere')
  expect(at({})().PUBLIC_URL).toBe('https://love.example')
  expect(at({ PUBLIC_URL: 'http://love.example' })).toThrow('PUBLIC_URL must begin with https://')
  expect(at({ PUBLIC_URL: undefined })).toThrow('PUBLIC_URL must be set')
  expect(at({ API_URL: 'http://api.love.example' })).toThrow('API_URL must begin with https://')
})

test('production has no demo people, however many are configured', () => {
  expect(parseConfig({ ...production, TOKEN_SECRET, DEMO: '200' }, '/nowhere').DEMO).toBe(0)
})
