import { sql } from 'kysely'
import { isOpen } from '../queries.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'

type NewVoiceNote = {
  match_id: string
  message_id: string
  account_id: string
  file_id: string
  duration_ms: number
  size: number
  peaks: number[]
  created_at: Date
}

export const insertVoiceNote = (tx: Tx, note: NewVoiceNote) => tx.insertInto('voice_notes').values(note).execute()

export const audibleFile = async (db: Db, viewerId: string, matchId: string, messageId: string) =>
  (
    await sql<{ file_id: string }>`
      with note as materialized (
        select v.match_id, v.file_id from voice_notes v join messages g on g.match_id = v.match_id and g.id = v.message_id
        where v.match_id = ${matchId} and v.message_id = ${messageId} and g.deleted_at is null)
      select note.file_id from note join matching_matches m on m.id = note.match_id where ${isOpen(viewerId)}`.execute(
      db,
    )
  ).rows[0]?.file_id
