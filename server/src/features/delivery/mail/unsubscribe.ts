import { decrypt, encrypt, type Keys } from '../../../infra/keys.ts'

export const UNSUBSCRIBE_PATH = '/unsubscribe'

/** An address that ends the mails that somebody chose to get: good without a sign-in, and for nothing else. */
export const unsubscribePath = (keys: Keys, accountId: string): string =>
  `${UNSUBSCRIBE_PATH}?t=${encrypt(keys, 'unsubscribe', accountId).toString('base64url')}`

/** Whose mails such an address ends; nothing where it is none of ours. */
export function accountIn(keys: Keys, token: string): string | null {
  try {
    return decrypt(keys, 'unsubscribe', Buffer.from(token, 'base64url'))
  } catch {
    return null
  }
}
