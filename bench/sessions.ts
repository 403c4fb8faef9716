import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../server/src/infra/db/db.ts'
import { keysFrom } from '../server/src/infra/keys.ts'
import { makeAccessToken } from '../server/src/infra/tokens.ts'

export const SECRET = 'a secret that the bench shares with its server'

/** A token expires after ten minutes, and a long section takes longer. */
const RENEWED_AFTER = 5 * 60_000

export type Session = { id: string; sessionId: string; token: () => Promise<string> }

const keys = keysFrom([SECRET])

/** A session that renews its token as needed. */
export function sessionOf(id: string, sessionId: string): Session {
  let [made, token] = [-Infinity, Promise.resolve('')]
  return {
    id,
    sessionId,
    token: () => {
      if (performance.now() - made > RENEWED_AFTER) {
        made = performance.now()
        token = makeAccessToken(keys, id, sessionId, new Date())
      }
      return token
    },
  }
}

export function sessionIn(id: string, token: string): Session {
  const [, payload = ''] = token.split('.')
  const { sid }: { sid: string } = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return sessionOf(id, sid)
}

/** Opens all sessions in one statement, because sign-in is measured elsewhere. */
export async function openSessions(db: Db, accountIds: readonly string[]): Promise<Session[]> {
  const opened = accountIds.map((id) => sessionOf(id, randomUUID()))
  await sql`
    insert into sessions (id, account_id, created_at, last_used_at, ends_at, rotated_at, nonce)
    select id, account_id, now(), now(), now() + interval '1 day', now(), '\\x00'
    from unnest(${opened.map(({ sessionId }) => sessionId)}::uuid[], ${accountIds}::uuid[]) s(id, account_id)`.execute(
    db,
  )
  return opened
}
