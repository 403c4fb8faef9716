import type { Db } from '../../../infra/db/db.ts'

/** As many as staff look through. */
const MOST = 50

export const latestSignIns = (db: Db, accountId: string) =>
  db
    .selectFrom('sign_ins')
    .select(['at', 'outcome', 'address', 'user_agent'])
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .limit(MOST)
    .execute()

export const latestSessions = (db: Db, accountId: string, now: Date) =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'address', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .limit(MOST)
    .execute()

/** Why a session ended, or null while it runs; nothing where its account was erased. */
export async function whyEnded(db: Db, accountId: string, sessionId: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('accounts')
    .leftJoin('sessions', (join) =>
      join.onRef('sessions.account_id', '=', 'accounts.id').on('sessions.id', '=', sessionId),
    )
    .select('sessions.ended_because')
    .where('accounts.id', '=', accountId)
    .where('accounts.state', '!=', 'erased')
    .executeTakeFirst()
  return row?.ended_because
}
