import { sql } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'

type Figures = { matches: number; blocked_by: number; reports_about: number; reports_by: number }

export async function figuresOf(db: Db, accountId: string): Promise<Figures> {
  const { rows } = await sql<Figures>`select
    (select count(*)::int from matching_matches where (a_id = ${accountId} or b_id = ${accountId}) and ended_at is null) as matches,
    (select count(*)::int from discovery_blocks where one_id = ${accountId} and blocker_id <> one_id) as blocked_by,
    (select count(*)::int from reports where about_id = ${accountId}) as reports_about,
    (select count(*)::int from reports where reporter_id = ${accountId}) as reports_by`.execute(db)
  return rows[0]!
}
