import { sql } from 'kysely'
import type { UserFigures } from '@kindred/contract'
import type { Db } from '../../../infra/db/db.ts'

export async function findUserFigures(db: Db, accountId: string): Promise<UserFigures> {
  const { rows } = await sql<UserFigures>`select
    (select count(*)::int from matching_matches
      where (a_id = ${accountId} or b_id = ${accountId}) and ended_at is null) as matches,
    (select count(*)::int from discovery_blocks
      where one_id = ${accountId} and blocker_id <> one_id) as "blockedBy",
    (select count(*)::int from reports where about_id = ${accountId}) as "reportsAbout",
    (select count(*)::int from reports where reporter_id = ${accountId}) as "reportsBy"`.execute(db)
  const [figures] = rows
  if (!figures) throw new Error('A select without a table returned no row.')
  return figures
}
