import { timingSafeEqual, type KeyObject } from 'node:crypto'
import { newestKey, seal, type Keys } from '../../../infra/keys.ts'

const handleMac = (key: KeyObject, accountId: string) => seal(key, 'verification-handle', accountId)

/** Identifies an account to the page that waits for its code. It opens nothing without the code. */
export const verificationHandleOf = (keys: Keys, accountId: string): string =>
  `${accountId}.${handleMac(newestKey(keys, 'mailed-code'), accountId).toString('base64url')}`

export function accountOfHandle(keys: Keys, handle: string): string | undefined {
  const [, id, mac] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/.exec(handle) ?? []
  if (!id || !mac) return undefined
  const given = Buffer.from(mac, 'base64url')
  return keys.of('mailed-code').some((key) => timingSafeEqual(handleMac(key, id), given)) ? id : undefined
}
