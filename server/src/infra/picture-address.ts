import type { pictureSizes } from '@kindred/contract'
import { timingSafeEqual, type KeyObject } from 'node:crypto'
import { hours } from './clock.ts'
import { seal, signingKey, type Keys } from './keys.ts'

// A picture's address belongs to one session and expires at the second next six-hour mark. It stays the same for hours,
// so that caches work, and is worthless once the session ends. Each fetch checks again whether the member may see it.

export type Size = (typeof pictureSizes)[number]

const MARK = hours(6)
export const PICTURE_PATH = '/api/v1/pictures'

/**
 * Who an address was made for: a member, or staff, who also see what members don't. The signature says which, so that
 * staff who meet people as members see no more of them than other members do.
 */
export type Reader = 'member' | 'staff'

const signature = (key: KeyObject, ...parts: string[]) =>
  seal(key, ...parts)
    .toString('base64url')
    .slice(0, 32)

/** What is signed. A member's address has no part of its own, so that addresses from before stay valid. */
const signedParts = (reader: Reader, ...parts: string[]) => (reader === 'staff' ? [...parts, reader] : parts)

export function pictureAddress(
  keys: Keys,
  sessionId: string,
  publicId: string,
  now: Date,
  reader: Reader = 'member',
): string {
  const until = String((Math.floor(now.getTime() / MARK) + 2) * MARK)
  const parts = signedParts(reader, sessionId, publicId, until)
  const signed = signature(signingKey(keys, 'signed-address'), ...parts)
  return `${PICTURE_PATH}/${publicId}/large?v=${sessionId}&e=${until}&s=${signed}`
}

export type Signed = { v: string; e: string; s: string }

/** Whom an address was made for; null if it isn't ours, or no longer valid. */
export function readerOf(keys: Keys, publicId: string, { v, e, s }: Signed, now: Date): Reader | null {
  if (!(Number(e) > now.getTime())) return null
  const isFor = (reader: Reader) =>
    keys.of('signed-address').some((key) => {
      const [expected, given] = [Buffer.from(signature(key, ...signedParts(reader, v, publicId, e))), Buffer.from(s)]
      return expected.length === given.length && timingSafeEqual(expected, given)
    })
  return isFor('member') ? 'member' : isFor('staff') ? 'staff' : null
}

/** Whether a route serves pictures. It takes the route's pattern, because one address can be spelled in many ways. */
export const isPictureRoute = (route: string): boolean => route.startsWith(`${PICTURE_PATH}/`)
