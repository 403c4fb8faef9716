import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { days, later } from '../../infra/clock.ts'
import { dropOrphans } from '../../infra/db/mend.ts'
import { deleteCallsBefore } from './calls/calls.sql.ts'
import { cleanUpPlans } from './plans/jobs.ts'

/** Calls are deleted after a day, except for missed ones, which the conversation shows. */
export async function cleanUp(context: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await cleanUpPlans(context)
  await deleteCallsBefore(context.db, later(context.clock.now(), -days(1)))
}

/** Every night: what belongs to no match any more goes, with the files of voice notes. */
export async function mendConversations({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const ofMatches = { naming: ['match_id'], existing: 'matching_matches' }
  for (const table of ['reactions', 'messages']) await dropOrphans({ db, log, table, key: 'match_id' }, ofMatches)
  await dropOrphans({ db, log, table: 'voice_notes', key: 'match_id' }, ofMatches, (tx, notes) => {
    const files = notes.map((note) => note['file_id'])
    return sql`select profiles_drop_files(${files}::text[])`.execute(tx)
  })
}
