import { type Insertable, type Selectable, sql } from 'kysely'
import { isOpen } from '../queries.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Calls } from '../../../infra/db/schema.ts'

export type CallRow = Selectable<Calls>

export const insertCall = (tx: Tx, call: Insertable<Calls>) =>
  tx.insertInto('calls').values(call).returning('id').executeTakeFirstOrThrow()

export const findOpenCall = (db: Db, matchId: string, callId: string): Promise<CallRow | undefined> =>
  db
    .selectFrom('calls')
    .selectAll()
    .where('match_id', '=', matchId)
    .where('id', '=', callId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

export const lockOpenCall = (tx: Tx, matchId: string): Promise<CallRow | undefined> =>
  tx
    .selectFrom('calls')
    .selectAll()
    .where('match_id', '=', matchId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Calls that no one answered or ended, and that were begun before this time. */
export const findUnanswered = (db: Db, before: Date, limit: number): Promise<Pick<CallRow, 'id' | 'match_id'>[]> =>
  db
    .selectFrom('calls')
    .select(['id', 'match_id'])
    .where('message_id', 'is', null)
    .where('ended_at', 'is', null)
    .where('accepted_at', 'is', null)
    .where('asked_at', '<', before)
    .orderBy('asked_at')
    .limit(limit)
    .execute()

export async function lockPeople(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const id of ids.toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended('calls of ' || ${id}, 0))`.execute(tx)
}

export const wasInCall = async (
  tx: Tx,
  accountId: string,
  { matchId, callId }: { matchId: string; callId: string },
): Promise<boolean> =>
  (await tx
    .selectFrom('calls')
    .select('id')
    .where('match_id', '=', matchId)
    .where('id', '=', callId)
    .where((eb) => eb.or([eb('caller_id', '=', accountId), eb('callee_id', '=', accountId)]))
    .executeTakeFirst()) !== undefined

/**
 * The member's open calls in other matches. An incoming call that still rings doesn't count, nor does one with someone
 * who can no longer be reached.
 */
export const findOtherCalls = (tx: Tx, accountId: string, matchId: string): Promise<CallRow[]> =>
  tx
    .selectFrom('calls')
    .selectAll()
    .where('match_id', '!=', matchId)
    .where('ended_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('caller_id', '=', accountId),
        eb.and([eb('callee_id', '=', accountId), eb('accepted_at', 'is not', null)]),
      ]),
    )
    .where(sql<boolean>`exists (select from matching_matches m where m.id = calls.match_id and ${isOpen(accountId)})`)
    .execute()

type Changes = { accepted_at?: Date; alive_at?: Date; ended_at?: Date; message_id?: string }

export const updateCall = (db: Db | Tx, { id, match_id }: Pick<CallRow, 'id' | 'match_id'>, changes: Changes) =>
  db.updateTable('calls').set(changes).where('match_id', '=', match_id).where('id', '=', id).execute()

/** Keeps missed calls, which last as long as their line in the conversation. */
export const deleteCallsBefore = (db: Db, before: Date) =>
  db.deleteFrom('calls').where('message_id', 'is', null).where('asked_at', '<', before).execute()
