import type { UserStats } from '@kindred/contract'
import { sql } from 'kysely'
import { type Acting, handledBy } from '../reports/read-reports.ts'
import type { Db } from '../../../infra/db/db.ts'

/** Reports count only if the list shows them to this viewer. Staff can't find out who blocked or reported them. */
export async function findUserStats(db: Db, viewer: Acting, accountId: string): Promise<UserStats> {
  const isShown = handledBy(viewer)
  const { rows } = await sql<UserStats>`select
    (select count(*)::int from matching_matches
      where (a_id = ${accountId} or b_id = ${accountId}) and ended_at is null) as matches,
    (select count(*)::int from discovery_blocks
      where one_id = ${accountId} and blocker_id <> one_id and one_id <> ${viewer.id}) as "blockedBy",
    (select count(*)::int from reports r
      where about_id = ${accountId} and about_id <> ${viewer.id} and ${isShown}) as "reportsAbout",
    (select count(*)::int from reports r where reporter_id = ${accountId} and ${isShown}) as "reportsBy"`.execute(db)
  const [figures] = rows
  if (!figures) throw new Error('A select without a table returned no row.')
  return figures
}
