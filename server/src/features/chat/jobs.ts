import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { days, later } from '../../infra/clock.ts'
import { dropOrphans, mendTable, NOBODYS } from '../../infra/db/mend.ts'
import { deleteCallsBefore } from './calls/calls.sql.ts'
import { cleanUpPlans } from './plans/jobs.ts'

/** Calls are deleted after a day, except for missed ones, which the conversation shows. */
export async function cleanUp(context: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await cleanUpPlans(context)
  await deleteCallsBefore(context.db, later(context.clock.now(), -days(1)))
}

/** Every night: what belongs to no match any more goes, with the files of voice notes. */
export async function mendConversations({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const isOrphan = sql<boolean>`not exists (select from matching_matches m where m.id = o.match_id)`
  for (const table of ['reactions', 'messages']) await dropOrphans({ db, log, table, key: 'match_id' }, isOrphan)
  await mendTable(
    { db, log, table: 'voice_notes', key: 'match_id' },
    NOBODYS,
    (part) => sql`
      with gone as (delete from voice_notes o where ${part} and ${isOrphan} returning file_id)
      select profiles_drop_files(array[file_id]) from gone`,
  )
}
