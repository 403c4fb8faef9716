import type { Insertable } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Sessions } from '../../../infra/db/schema.ts'

export const insertSession = (tx: Tx, values: Insertable<Sessions>) =>
  tx.insertInto('sessions').values(values).execute()

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>

/** What a session is found by: it is where its account is. */
export type SessionKey = { accountId: string; sessionId: string }

/** Only refresh tokens don't always name the account (refresh-token.ts). */
export const findSession = (db: Db, id: string, accountId?: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .selectAll('sessions')
    .select(['accounts.is_admin', 'accounts.staff_role', 'accounts.state'])
    .where('sessions.id', '=', id)
    .where((eb) => (accountId === undefined ? eb.lit(true) : eb('sessions.account_id', '=', accountId)))
    .executeTakeFirst()

/** Increments the counter if it is still the one that the caller read. Of concurrent callers, one succeeds. */
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

/** Ends the open sessions that match, and returns their ids. */
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

/** The sessions of an account that are neither over nor idle for too long. */
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

/** The most rows that staff see of an account's sessions or sign-ins. */
export const STAFF_LIMIT = 50

export const latestSessions = (db: Db, accountId: string, now: Date) =>
  usableSessions(db, accountId, now).limit(STAFF_LIMIT).execute()

/** Saves that a session has been proved by both factors, which setting one up or using a new passkey does. */
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

/** Saves that a session has just been proved by something other than a password. */
export const markFactor = (tx: Tx, { accountId, sessionId }: SessionKey, at: Date) =>
  tx
    .updateTable('sessions')
    .set({ factor_at: at })
    .where('account_id', '=', accountId)
    .where('id', '=', sessionId)
    .execute()
