import { sql } from 'kysely'
import type { Tx } from '../../../infra/db/db.ts'

export type AccessKey = { accountId: string; sessionId: string; kind: string; subject: string }

export async function findReason(
  tx: Tx,
  { accountId, sessionId, kind, subject }: AccessKey,
  since: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ reason: string }>`
    select reason from access_reasons where account_id = ${accountId} and session_id = ${sessionId}
    and kind = ${kind} and subject = ${subject} and given_at > ${since}`.execute(tx)
  return rows[0]?.reason
}

export const saveReason = (tx: Tx, { accountId, sessionId, kind, subject }: AccessKey, reason: string, givenAt: Date) =>
  tx
    .insertInto('access_reasons')
    .values({ account_id: accountId, session_id: sessionId, kind, subject, reason, given_at: givenAt })
    .onConflict((row) =>
      row.columns(['account_id', 'session_id', 'kind', 'subject']).doUpdateSet({ reason, given_at: givenAt }),
    )
    .execute()
