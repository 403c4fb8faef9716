import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { days, later } from '../../infra/clock.ts'
import { transaction } from '../../infra/db/db.ts'
import { dropOrphans, repairTable } from '../../infra/db/repair.ts'
import { repairLastMessage } from '../matching/index.ts'
import { deleteCallsBefore } from './calls/queries.ts'
import { deleteSharesOver } from './plans/queries.ts'

export async function cleanUp({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await deleteSharesOver(db, clock.now())
  await deleteCallsBefore(db, later(clock.now(), -days(1)))
}

/**
 * Runs every night. Deletes rows without a match, along with the files of their voice notes, and updates each match's
 * last message.
 */
export async function repairConversations({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const ofMatches = { naming: ['match_id'], existing: 'matching_matches' }
  for (const table of ['reactions', 'messages']) await dropOrphans({ db, log, table, key: 'match_id' }, ofMatches)
  await dropOrphans({ db, log, table: 'voice_notes', key: 'match_id' }, ofMatches, (tx, notes) => {
    const files = notes.map((note) => note['file_id'])
    return sql`select profiles_drop_files(${files}::text[])`.execute(tx)
  })
  await repairTable(
    { db, log, table: 'messages', key: 'match_id' },
    'These matches didn’t know a message.',
    async (part) => {
      const { rows: last } = await sql<{ id: string; seq: number }>`
      select match_id as id, max(seq) as seq from messages where ${part} group by match_id`.execute(db)
      const { rows } = await sql<{ id: string }>`
      select m.id from unnest(${last.map(({ id }) => id)}::uuid[], ${last.map(({ seq }) => seq)}::int[]) l(id, seq)
      join matching_matches m on m.id = l.id and m.last_seq < l.seq`.execute(db)
      let repaired = 0
      for (const { id } of rows) repaired += Number(await transaction(db, (tx) => repairLastMessage(tx, id)))
      return repaired
    },
  )
}
