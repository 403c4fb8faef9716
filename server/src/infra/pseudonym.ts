import { createCipheriv, createDecipheriv } from 'node:crypto'
import { seal, signingKey, type Keys } from './keys.ts'

/**
 * Another id for an account, for staff who analyze and needn't know who it is: the same each time, and of no use in any
 * call. Without the key, nobody can tell whose it is.
 */
export function pseudonymOf(keys: Keys, accountId: string): string {
  const hex = seal(signingKey(keys, 'signed-address'), 'pseudonym', accountId).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * Another id for a row, with which staff who analyze read on after it. An id is one block of the cipher, so the same
 * row always gets the same one, and only the server can find the row again.
 */
export const disguise = (keys: Keys, id: string): string => throughCipher(createCipheriv, keys, id)

/** The id behind it. A row's own id leads to nothing. */
export const undisguise = (keys: Keys, disguised: string): string => throughCipher(createDecipheriv, keys, disguised)

function throughCipher(create: typeof createCipheriv | typeof createDecipheriv, keys: Keys, id: string): string {
  const block = create('aes-256-ecb', signingKey(keys, 'pseudonym'), null).setAutoPadding(false)
  const hex = block.update(id.replaceAll('-', ''), 'hex', 'hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Times are in the ids of accounts, too, so that only the day is shown beside a pseudonym. */
export const dayOnly = (instant: string): string => `${instant.slice(0, 10)}T00:00:00.000Z`
