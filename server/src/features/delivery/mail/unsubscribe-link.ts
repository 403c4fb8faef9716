import { notifications } from '@kindred/contract'
import { decrypt, encrypt, type Keys } from '../../../infra/keys.ts'

/** It works without signing in, and only stops optional emails. */
export const unsubscribePath = (keys: Keys, accountId: string): string =>
  `${notifications.unsubscribeMail.path}?t=${encrypt(keys, 'unsubscribe', accountId).toString('base64url')}`

export function accountOfToken(keys: Keys, token: string): string | null {
  try {
    return decrypt(keys, 'unsubscribe', Buffer.from(token, 'base64url'))
  } catch {
    return null
  }
}
