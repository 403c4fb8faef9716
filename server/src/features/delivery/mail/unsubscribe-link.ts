import { notifications } from '@kindred/contract'
import { decrypt, encrypt, type Keys } from '../../../infra/keys.ts'

/** The path that ends a member's optional emails. It works without signing in, and can do nothing else. */
export const unsubscribePath = (keys: Keys, accountId: string): string =>
  `${notifications.unsubscribeMail.path}?t=${encrypt(keys, 'unsubscribe', accountId).toString('base64url')}`

/** The account that a token of such a path belongs to; null if the token isn't ours. */
export function accountOfToken(keys: Keys, token: string): string | null {
  try {
    return decrypt(keys, 'unsubscribe', Buffer.from(token, 'base64url'))
  } catch {
    return null
  }
}
