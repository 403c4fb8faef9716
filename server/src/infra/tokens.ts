import type { KeyObject } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { later, minutes } from './clock.ts'
import { signingKey, type Keys } from './keys.ts'

// Access tokens name an account and a session for 10 minutes. They hold nothing else, so nothing else can go stale.

const LIFETIME = minutes(10)
const header = { alg: 'HS256', typ: 'at+jwt' } as const
const inSeconds = (date: Date) => Math.floor(date.getTime() / 1000)

export type Claims = { accountId: string; sessionId: string; expiresAt: Date }

export const makeAccessToken = (keys: Keys, accountId: string, sessionId: string, now: Date): Promise<string> =>
  new SignJWT({ sid: sessionId })
    .setProtectedHeader(header)
    .setSubject(accountId)
    .setIssuedAt(inSeconds(now))
    .setExpirationTime(inSeconds(later(now, LIFETIME)))
    .sign(signingKey(keys, 'access-token'))

/** Valid tokens are cached once verified, because the same one comes with every request for 10 minutes. */
const CACHE_SIZE = 10_000
const cache = new WeakMap<readonly KeyObject[], Map<string, Claims>>()

/** The claims of the token, or null if it isn't ours or has expired. */
export async function readAccessToken(keys: Keys, token: string, now: Date): Promise<Claims | null> {
  const own = keys.of('access-token')
  let verified = cache.get(own)
  if (!verified) cache.set(own, (verified = new Map()))
  const known = verified.get(token)
  if (known) return known.expiresAt > now ? known : null
  const claims = await verify(own, token, now)
  if (claims) {
    const [oldest] = verified.keys()
    if (oldest !== undefined && verified.size >= CACHE_SIZE) verified.delete(oldest)
    verified.set(token, claims)
  }
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
