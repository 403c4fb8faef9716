import { seal, signingKey, type Keys } from './keys.ts'

/**
 * Another id for an account, for staff who analyze and needn't know who it is: the same each time, and of no use in any
 * call. Without the key, nobody can tell whose it is.
 */
export function pseudonymOf(keys: Keys, accountId: string): string {
  const hex = seal(signingKey(keys, 'signed-address'), 'pseudonym', accountId).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Times are in the ids of accounts, too, so that only the day is shown beside a pseudonym. */
export const dayOnly = (instant: string): string => `${instant.slice(0, 10)}T00:00:00.000Z`
