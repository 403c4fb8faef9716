import { expect, test } from 'vitest'
import { decrypt, encrypt, hashOf, keysFrom, newSecret, randomToken } from './keys.ts'
import { openPasswords } from './passwords.ts'

const keys = keysFrom([newSecret()])

test('a sealed value opens only with the key and context it was sealed with', () => {
  const sealed = encrypt(keys, 'second-factor', 'a secret')
  expect(decrypt(keys, 'second-factor', sealed)).toBe('a secret')
  expect(encrypt(keys, 'second-factor', 'a secret')).not.toEqual(sealed)
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 1
    expect(() => decrypt(keys, 'second-factor', changed)).toThrow('No key of ours opens this')
  }
  expect(() => decrypt(keys, 'mail', sealed)).toThrow('No key of ours opens this')
  expect(() => decrypt(keysFrom([newSecret()]), 'second-factor', sealed)).toThrow('No key of ours opens this')
})

test('a mailed link and a secret have 256 random bits', () => {
  const drawn = Array.from({ length: 1000 }, () => [randomToken(), newSecret()]).flat()
  expect(new Set(drawn).size).toBe(2000)
  for (const each of drawn) expect(Buffer.from(each, 'base64url')).toHaveLength(32)
  expect(hashOf(drawn[0]!)).toHaveLength(32)
})

test('a password is hashed with Argon2id and its own salt', async () => {
  const passwords = await openPasswords()
  const [one, two] = [await passwords.hash('harbour lemon violin'), await passwords.hash('harbour lemon violin')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
  expect(one).not.toBe(two)
  expect(await passwords.matches(one, 'harbour lemon violin')).toBe(true)
  for (const other of ['Harbour lemon violin', 'harbour lemon violin ', 'harbour lemon violi', ''])
    expect(await passwords.matches(one, other)).toBe(false)
})
