import { createCipheriv, createDecipheriv } from 'node:crypto'
import { seal, signingKey, type Keys } from './keys.ts'

/**
 * A substitute ID for staff who analyze data without knowing the account. It is the same each time, useless in any
 * request, and can't be traced to the account without the key.
 */
export function pseudonymOf(keys: Keys, accountId: string): string {
  const hex = seal(signingKey(keys, 'signed-address'), 'pseudonym', accountId).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * A substitute row ID, used as a cursor by staff who analyze data. An ID is one block of the cipher, so a row always
 * gets the same substitute, and only the server can find the row again.
 */
export const disguise = (keys: Keys, id: string): string => throughCipher(createCipheriv, keys, id)

/** A real row ID decrypts to an unknown one. */
export const undisguise = (keys: Keys, disguised: string): string => throughCipher(createDecipheriv, keys, disguised)

function throughCipher(create: typeof createCipheriv | typeof createDecipheriv, keys: Keys, id: string): string {
  const block = create('aes-256-ecb', signingKey(keys, 'pseudonym'), null).setAutoPadding(false)
  const hex = block.update(id.replaceAll('-', ''), 'hex', 'hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Account IDs contain times, too, so only the day is shown next to a pseudonym. */
export const dayOnly = (instant: string): string => `${instant.slice(0, 10)}T00:00:00.000Z`
