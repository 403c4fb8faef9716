import type { Insertable } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Sessions } from '../../../infra/db/schema.ts'

export const insertSession = (tx: Tx, values: Insertable<Sessions>) =>
  tx.insertInto('sessions').values(values).execute()

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>

/** Sessions are stored with their account. */
export type SessionKey = { accountId: string; sessionId: string }

export const findSession = (db: Db, { accountId, sessionId }: SessionKey) =>
  db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .selectAll('sessions')
    .select(['accounts.is_admin', 'accounts.staff_role', 'accounts.state'])
    .where('sessions.account_id', '=', accountId)
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst()

/**
 * Returns false if the counter has changed since the caller read it, so only one of several concurrent callers
 * succeeds.
 */
export async function incrementCounter(
  db: Db,
  { accountId, sessionId }: SessionKey,
  counter: number,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ counter: counter + 1, rotated_at: now, last_used_at: now })
    .where('account_id', '=', accountId)
    .where('id', '=', sessionId)
    .where('counter', '=', counter)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type SessionFilters = SessionKey | { accountId: string; except?: string }

export async function markEnded(tx: Tx, filters: SessionFilters, because: string, now: Date): Promise<string[]> {
  let open = tx
    .updateTable('sessions')
    .set({ ended_at: now, ended_because: because })
    .where('account_id', '=', filters.accountId)
    .where('ended_at', 'is', null)
    .returning('id')
  if ('sessionId' in filters) open = open.where('id', '=', filters.sessionId)
  else if (filters.except !== undefined) open = open.where('id', '!=', filters.except)
  return (await open.execute()).map(({ id }) => id)
}

const usableSessions = (db: Db, accountId: string, now: Date) =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'address', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now)
    .orderBy('last_used_at', 'desc')

export const listOpenSessions = (db: Db, accountId: string, usedAfter: Date, now: Date) =>
  usableSessions(db, accountId, now).where('last_used_at', '>', usedAfter).limit(100).execute()

export const isOwnOpenSession = async (tx: Tx, { accountId, sessionId }: SessionKey): Promise<boolean> =>
  (await tx
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()) !== undefined

export const STAFF_LIMIT = 50

export const latestSessions = (db: Db, accountId: string, now: Date) =>
  usableSessions(db, accountId, now).limit(STAFF_LIMIT).execute()

/** Setting up a second factor, or using a new passkey, proves both factors. */
export const markBothFactors = (
  tx: Tx,
  { accountId, sessionId }: SessionKey,
  also: { factor_at: Date; elevated_at?: Date },
) =>
  tx
    .updateTable('sessions')
    .set({ second_factor: true, ...also })
    .where('account_id', '=', accountId)
    .where('id', '=', sessionId)
    .execute()

export const markFactor = (tx: Tx, { accountId, sessionId }: SessionKey, at: Date) =>
  tx
    .updateTable('sessions')
    .set({ factor_at: at })
    .where('account_id', '=', accountId)
    .where('id', '=', sessionId)
    .execute()
