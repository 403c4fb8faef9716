import type { pictureSizes } from '@kindred/contract'
import { createCipheriv, createDecipheriv, timingSafeEqual, type KeyObject } from 'node:crypto'
import { hours } from './clock.ts'
import { seal, signingKey, type Keys } from './keys.ts'

// A photo's URL belongs to one session and expires at the six-hour mark after the next. It stays the same for hours, so
// that caches work, and is worthless once the session ends. Each fetch checks again whether the member may see the
// photo. The URL doesn't name the session: `v` is the session's ID, encrypted with a server key for this photo and
// time. So two URLs can't be linked to one session.

export type Size = (typeof pictureSizes)[number]

const MARK = hours(6)
const PICTURE_PATH = '/api/v1/pictures'

/**
 * The intended reader of a URL: a member, or staff, who also see photos that members don't. The signature includes the
 * reader, so that staff using the product as members see only what other members see.
 */
export type Reader = 'member' | 'staff'

const signature = (key: KeyObject, ...parts: string[]) =>
  seal(key, ...parts)
    .toString('base64url')
    .slice(0, 32)

/** The signed parts name the reader only for staff. */
const signedParts = (reader: Reader, ...parts: string[]) => (reader === 'staff' ? [...parts, reader] : parts)

/**
 * An ID is one block of the cipher, so ECB only permutes IDs, and there is no repetition that another mode would hide.
 */
const cipher = 'aes-256-ecb'
const blockKey = (key: KeyObject, publicId: string, until: string) => seal(key, 'session', publicId, until)
const ID = /(.{8})(.{4})(.{4})(.{4})(.{12})/

function hiddenSession(key: KeyObject, sessionId: string, publicId: string, until: string): string {
  const block = createCipheriv(cipher, blockKey(key, publicId, until), null).setAutoPadding(false)
  const id = Buffer.from(sessionId.replaceAll('-', ''), 'hex')
  return Buffer.concat([block.update(id), block.final()]).toString('base64url')
}

function shownSession(key: KeyObject, v: string, publicId: string, until: string): string | null {
  const hidden = Buffer.from(v, 'base64url')
  if (hidden.length !== 16) return null
  const block = createDecipheriv(cipher, blockKey(key, publicId, until), null).setAutoPadding(false)
  const id = Buffer.concat([block.update(hidden), block.final()]).toString('hex')
  return id.replace(ID, '$1-$2-$3-$4-$5')
}

export function pictureAddress(
  keys: Keys,
  sessionId: string,
  publicId: string,
  now: Date,
  reader: Reader = 'member',
): string {
  const until = String((Math.floor(now.getTime() / MARK) + 2) * MARK)
  const key = signingKey(keys, 'signed-address')
  const signed = signature(key, ...signedParts(reader, sessionId, publicId, until))
  return `${PICTURE_PATH}/${publicId}/large?v=${hiddenSession(key, sessionId, publicId, until)}&e=${until}&s=${signed}`
}

export type Signed = { v: string; e: string; s: string }

export function readerOf(
  keys: Keys,
  publicId: string,
  { v, e, s }: Signed,
  now: Date,
): { sessionId: string; reader: Reader } | null {
  if (!(Number(e) > now.getTime())) return null
  const given = Buffer.from(s)
  for (const key of keys.of('signed-address')) {
    const sessionId = shownSession(key, v, publicId, e)
    if (!sessionId) continue
    for (const reader of ['member', 'staff'] as const) {
      const expected = Buffer.from(signature(key, ...signedParts(reader, sessionId, publicId, e)))
      if (expected.length === given.length && timingSafeEqual(expected, given)) return { sessionId, reader }
    }
  }
  return null
}

/** Takes the route's pattern, because a URL can be spelled in many ways. */
export const isPictureRoute = (route: string): boolean => route.startsWith(`${PICTURE_PATH}/`)
