import type { KeyObject } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { later, minutes } from './clock.ts'
import type { Keys } from './keys.ts'

// Access tokens: who and which session, for ten minutes. Nothing else is in them, so nothing else can go stale.

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
    .sign(keys.of('access-token')[0]!)

/** Tokens that were checked already: the same one comes with every request for ten minutes. Only right ones are kept. */
const MOST_KEPT = 10_000
const kept = new WeakMap<readonly KeyObject[], Map<string, Claims>>()

/** What the token says, or null where it is not one of ours, or no longer. */
export async function readAccessToken(keys: Keys, token: string, now: Date): Promise<Claims | null> {
  const own = keys.of('access-token')
  let checked = kept.get(own)
  if (!checked) kept.set(own, (checked = new Map()))
  const known = checked.get(token)
  if (known) return known.expiresAt > now ? known : null
  const claims = await check(own, token, now)
  if (claims) {
    if (checked.size >= MOST_KEPT) checked.delete(checked.keys().next().value!)
    checked.set(token, claims)
  }
  return claims
}

async function check(own: readonly KeyObject[], token: string, now: Date): Promise<Claims | null> {
  for (const key of own) {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [header.alg],
        typ: header.typ,
        currentDate: now,
        requiredClaims: ['sub', 'sid', 'exp', 'iat'],
      })
      const { sub, sid, exp } = payload
      return isId(sub) && isId(sid) ? { accountId: sub, sessionId: sid, expiresAt: new Date(exp! * 1000) } : null
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) return null
    }
  }
  return null
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
