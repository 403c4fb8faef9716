import { timingSafeEqual, type KeyObject } from 'node:crypto'
import type { Db } from '../../../infra/db/db.ts'
import { newestKey, seal, type Keys } from '../../../infra/keys.ts'
import { findSession, type SessionRow } from './sessions.sql.ts'

// A session is a family of refresh tokens. Each token names the session and a counter, and the session stores the
// current counter, which a refresh increments. Tokens aren't stored: a seal over both proves that we issued them. The
// account at the end locates the session. Tokens from before 0.3 don't name it.

const sealOf = (key: KeyObject, nonce: Buffer, id: string, counter: number): Buffer =>
  seal(key, nonce, id, String(counter))

type Issued = Pick<SessionRow, 'id' | 'account_id' | 'nonce'>

export function refreshTokenOf(keys: Keys, { id, account_id, nonce }: Issued, counter: number): string {
  const mac = sealOf(newestKey(keys, 'refresh-token'), nonce, id, counter).toString('base64url')
  return Buffer.from(`${id}.${counter}.${mac}.${account_id}`).toString('base64url')
}

const ID = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'
const form = RegExp(String.raw`^${ID}\.(\d{1,9})\.([\w-]{43})(?:\.${ID})?$`)

type ParsedToken = { id: string; counter: number; mac: Buffer; accountId: string | undefined }

function parseRefreshToken(refreshToken: string): ParsedToken | undefined {
  const [, id, counter, mac, accountId] =
    form.exec(Buffer.from(refreshToken.slice(0, 400), 'base64url').toString('latin1')) ?? []
  return id && counter && mac
    ? { id, counter: Number(counter), mac: Buffer.from(mac, 'base64url'), accountId }
    : undefined
}

export async function findSessionOfToken(
  db: Db,
  keys: Keys,
  refreshToken: string,
): Promise<{ session: SessionRow; counter: number } | undefined> {
  const token = parseRefreshToken(refreshToken)
  const session = token && (await findSession(db, token.id, token.accountId))
  if (!token || !session) return undefined
  const isGenuine = keys
    .of('refresh-token')
    .some((key) => timingSafeEqual(sealOf(key, session.nonce, token.id, token.counter), token.mac))
  return isGenuine ? { session, counter: token.counter } : undefined
}
