import type { KeyObject } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { later, minutes } from './clock.ts'
import { signingKey, type Keys } from './keys.ts'
import { openTokenCache, type Claims, type TokenCache } from './token-cache.ts'

// Access tokens name an account and a session for 10 minutes. They contain nothing else that could become stale.

const LIFETIME = minutes(10)
const header = { alg: 'HS256', typ: 'at+jwt' } as const
const inSeconds = (date: Date) => Math.floor(date.getTime() / 1000)

export const makeAccessToken = (keys: Keys, accountId: string, sessionId: string, now: Date): Promise<string> =>
  new SignJWT({ sid: sessionId })
    .setProtectedHeader(header)
    .setSubject(accountId)
    .setIssuedAt(inSeconds(now))
    .setExpirationTime(inSeconds(later(now, LIFETIME)))
    .sign(signingKey(keys, 'access-token'))

const caches = new WeakMap<readonly KeyObject[], TokenCache>()

export async function readAccessToken(keys: Keys, token: string, now: Date): Promise<Claims | null> {
  const own = keys.of('access-token')
  let cache = caches.get(own)
  if (!cache) caches.set(own, (cache = openTokenCache()))
  const known = cache.find(token)
  if (known) return known.expiresAt > now ? known : null
  const claims = await verify(own, token, now)
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
