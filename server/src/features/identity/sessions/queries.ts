import type { Insertable } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Sessions } from '../../../infra/db/schema.ts'

export const insertSession = (tx: Tx, values: Insertable<Sessions>) =>
  tx.insertInto('sessions').values(values).execute()

export type Family = NonNullable<Awaited<ReturnType<typeof findFamily>>>

export const findFamily = (db: Db, id: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .selectAll('sessions')
    .select(['accounts.is_admin', 'accounts.state'])
    .where('sessions.id', '=', id)
    .executeTakeFirst()

export const isUsable = (session: Family, { idle }: { idle: number }, now: Date): boolean =>
  session.ended_at === null &&
  session.state !== 'erased' &&
  session.ends_at > now &&
  now.getTime() - session.last_used_at.getTime() <= idle

/** Moves the number on, if it is still the one that the caller saw. Of any number who try at once, one succeeds. */
export async function advance(db: Db, id: string, counter: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ counter: counter + 1, rotated_at: now, last_used_at: now })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type Which = { sessionId: string; accountId?: string } | { accountId: string; except?: string }

export async function markEnded(tx: Tx, which: Which, because: string, now: Date): Promise<string[]> {
  const open = tx
    .updateTable('sessions')
    .set({ ended_at: now, ended_because: because })
    .where('ended_at', 'is', null)
    .returning('id')
  const chosen =
    'sessionId' in which
      ? open.where('id', '=', which.sessionId)
      : open
          .where('account_id', '=', which.accountId)
          .$if(which.except !== undefined, (query) => query.where('id', '!=', which.except!))
  return (await chosen.execute()).map(({ id }) => id)
}

export const openSessionsOf = (db: Db, accountId: string, usedAfter: Date, now: Date) =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'address', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now)
    .where('last_used_at', '>', usedAfter)
    .orderBy('last_used_at', 'desc')
    .limit(100)
    .execute()

export const isOwn = async (tx: Tx, id: string, accountId: string): Promise<boolean> =>
  (await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()) !== undefined
