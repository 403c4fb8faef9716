import type { pictureSizes } from '@kindred/contract'
import { timingSafeEqual, type KeyObject } from 'node:crypto'
import { hours } from './clock.ts'
import { seal, signingKey, type Keys } from './keys.ts'

// A picture's address belongs to one session and expires at the second next six-hour mark. It stays the same for hours,
// so that caches work, and is worthless once the session ends. Each fetch checks again whether the member may see it.

export type Size = (typeof pictureSizes)[number]

const MARK = hours(6)
export const PICTURE_PATH = '/api/v1/pictures'

const signature = (key: KeyObject, ...parts: string[]) =>
  seal(key, ...parts)
    .toString('base64url')
    .slice(0, 32)

export function pictureAddress(keys: Keys, sessionId: string, publicId: string, now: Date): string {
  const until = String((Math.floor(now.getTime() / MARK) + 2) * MARK)
  const signed = signature(signingKey(keys, 'signed-address'), sessionId, publicId, until)
  return `${PICTURE_PATH}/${publicId}/large?v=${sessionId}&e=${until}&s=${signed}`
}

export type Signed = { v: string; e: string; s: string }

export function isSigned(keys: Keys, publicId: string, { v, e, s }: Signed, now: Date): boolean {
  if (!(Number(e) > now.getTime())) return false
  return keys.of('signed-address').some((key) => {
    const [expected, given] = [Buffer.from(signature(key, v, publicId, e)), Buffer.from(s)]
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
}

/** Whether a route serves pictures. It takes the route's pattern, because one address can be spelled in many ways. */
export const isPictureRoute = (route: string): boolean => route.startsWith(`${PICTURE_PATH}/`)
