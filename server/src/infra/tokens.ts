import type { KeyObject } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { later, minutes } from './clock.ts'
import { signingKey, type Keys } from './keys.ts'
import { openTokenCache, type Claims, type TokenCache } from './token-cache.ts'

// Access tokens name an account and a session for 10 minutes. They contain nothing else that could become stale.

const LIFETIME = minutes(10)
const header = { alg: 'HS256', typ: 'at+jwt' } as const
const inSeconds = (date: Date) => Math.floor(date.getTime() / 1000)

export async function makeAccessToken(keys: Keys, accountId: string, sessionId: string, now: Date): Promise<string> {
  const expiresAt = inSeconds(later(now, LIFETIME))
  const token = await new SignJWT({ sid: sessionId })
    .setProtectedHeader(header)
    .setSubject(accountId)
    .setIssuedAt(inSeconds(now))
    .setExpirationTime(expiresAt)
    .sign(signingKey(keys, 'access-token'))
  cacheOf(keys).keep(token, { accountId, sessionId, expiresAt: new Date(expiresAt * 1000) }, now)
  return token
}

const caches = new WeakMap<readonly KeyObject[], TokenCache>()

function cacheOf(keys: Keys): TokenCache {
  const own = keys.of('access-token')
  const cache = caches.get(own) ?? openTokenCache()
  caches.set(own, cache)
  return cache
}

/** Finds a token that this process has made or verified, without waiting. */
export function findKnownToken(keys: Keys, token: string, now: Date): Claims | null {
  const known = cacheOf(keys).find(token)
  return known && known.expiresAt > now ? known : null
}

export async function readAccessToken(keys: Keys, token: string, now: Date): Promise<Claims | null> {
  const cache = cacheOf(keys)
  const known = cache.find(token)
  if (known) return known.expiresAt > now ? known : null
  const claims = await verify(keys.of('access-token'), token, now)
  if (claims) cache.keep(token, claims, now)
  return claims
}

async function verify(own: readonly KeyObject[], token: string, now: Date): Promise<Claims | null> {
  for (const key of own) {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [header.alg],
        typ: header.typ,
        currentDate: now,
        requiredClaims: ['sub', 'sid', 'exp', 'iat'],
      })
      const { sub, sid, exp } = payload
      if (!isId(sub) || !isId(sid) || exp === undefined) return null
      return { accountId: sub, sessionId: sid, expiresAt: new Date(exp * 1000) }
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) return null
    }
  }
  return null
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
