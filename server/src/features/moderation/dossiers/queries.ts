import { sql } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'

const MOST = 50

export const signInsOf = (db: Db, accountId: string) =>
  db
    .selectFrom('sign_ins')
    .select(['at', 'outcome', 'address', 'user_agent'])
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .limit(MOST)
    .execute()

export const sessionsOf = (db: Db, accountId: string, now: Date) =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'address', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .limit(MOST)
    .execute()

type Figures = { matches: number; blocked_by: number; reports_about: number; reports_by: number }

export async function figuresOf(db: Db, accountId: string): Promise<Figures> {
  const { rows } = await sql<Figures>`select
    (select count(*)::int from matches where (a_id = ${accountId} or b_id = ${accountId}) and ended_at is null) as matches,
    (select count(*)::int from blocks where blocked_id = ${accountId}) as blocked_by,
    (select count(*)::int from reports where about_id = ${accountId}) as reports_about,
    (select count(*)::int from reports where reporter_id = ${accountId}) as reports_by`.execute(db)
  return rows[0]!
}
