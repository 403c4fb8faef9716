import type { Insertable, Selectable } from 'kysely'
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

/** The open call of two people, once nobody else is changing it. */
export const lockOpenCall = (tx: Tx, matchId: string): Promise<CallRow | undefined> =>
  tx
    .selectFrom('calls')
    .selectAll()
    .where('match_id', '=', matchId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

type Changes = { accepted_at?: Date; alive_at?: Date; ended_at?: Date; message_id?: string }

export const updateCall = (db: Db | Tx, id: string, changes: Changes) =>
  db.updateTable('calls').set(changes).where('id', '=', id).execute()

/** A missed call stays as long as its line in the conversation. */
export const deleteCallsBefore = (db: Db, before: Date) =>
  db.deleteFrom('calls').where('message_id', 'is', null).where('asked_at', '<', before).execute()
