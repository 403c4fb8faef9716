import type { pictureSizes } from '@kindred/contract'
import { createCipheriv, createDecipheriv, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto'
import { hours } from './clock.ts'
import { seal, signingKey, type Keys } from './keys.ts'

// A photo's URL belongs to one session and expires at the six-hour mark after the next. It stays the same for hours, so
// that caches work, and is worthless once the session ends. Each fetch checks again whether the member may see the
// photo. The URL doesn't name the session: `v` is the session's ID, encrypted with the signature as its nonce (SIV). So
// two URLs can't be linked to one session.

export type Size = (typeof pictureSizes)[number]

const MARK = hours(6)
const PICTURE_PATH = '/api/v1/pictures'

/**
 * The intended reader of a URL: a member, or staff, who also see photos that members don't. The signature includes the
 * reader, so that staff using the product as members see only what other members see.
 */
export type Reader = 'member' | 'staff'

/** A deck has dozens of photos, and Node takes five times as long with the bytes of a key as with a key object. */
const derived = new WeakMap<KeyObject, KeyObject>()

function hidingKey(key: KeyObject): KeyObject {
  const known = derived.get(key)
  if (known) return known
  const made = createSecretKey(seal(key, 'session'))
  derived.set(key, made)
  return made
}

const SIGNED_BYTES = 24

type Picture = { sessionId: string; publicId: string; until: string; reader: Reader }

/** The signed parts name the reader only for staff. */
const signature = (key: KeyObject, { sessionId, publicId, until, reader }: Picture): Buffer =>
  seal(key, sessionId, publicId, until, ...(reader === 'staff' ? [reader] : [])).subarray(0, SIGNED_BYTES)

const CIPHER = 'aes-256-ctr'
const ID = /(.{8})(.{4})(.{4})(.{4})(.{12})/
const ID_BYTES = 16

const hiddenSession = (key: KeyObject, sessionId: string, signed: Buffer): Buffer =>
  createCipheriv(CIPHER, hidingKey(key), signed.subarray(0, ID_BYTES)).update(sessionId.replaceAll('-', ''), 'hex')

const shownSession = (key: KeyObject, hidden: Buffer, signed: Buffer): string =>
  createDecipheriv(CIPHER, hidingKey(key), signed.subarray(0, ID_BYTES))
    .update(hidden)
    .toString('hex')
    .replace(ID, '$1-$2-$3-$4-$5')

export function pictureAddress(
  keys: Keys,
  sessionId: string,
  publicId: string,
  now: Date,
  reader: Reader = 'member',
): string {
  const until = String((Math.floor(now.getTime() / MARK) + 2) * MARK)
  const key = signingKey(keys, 'signed-address')
  const signed = signature(key, { sessionId, publicId, until, reader })
  const hidden = hiddenSession(key, sessionId, signed)
  return `${PICTURE_PATH}/${publicId}/large?v=${hidden.toString('base64url')}&e=${until}&s=${signed.toString('base64url')}`
}

export type Signed = { v: string; e: string; s: string }

export function readerOf(
  keys: Keys,
  publicId: string,
  { v, e, s }: Signed,
  now: Date,
): { sessionId: string; reader: Reader } | null {
  if (!(Number(e) > now.getTime())) return null
  const [hidden, given] = [Buffer.from(v, 'base64url'), Buffer.from(s, 'base64url')]
  if (hidden.length !== ID_BYTES || given.length !== SIGNED_BYTES) return null
  for (const key of keys.of('signed-address')) {
    const sessionId = shownSession(key, hidden, given)
    for (const reader of ['member', 'staff'] as const)
      if (timingSafeEqual(signature(key, { sessionId, publicId, until: e, reader }), given))
        return { sessionId, reader }
  }
  return null
}

/** Takes the route's pattern, because a URL can be spelled in many ways. */
export const isPictureRoute = (route: string): boolean => route.startsWith(`${PICTURE_PATH}/`)
