import { sql } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'
import { nameSeen } from '../../discovery/index.ts'

export async function saveWatcher(
  db: Db,
  reportId: string,
  accountId: string,
  now: Date,
  since: Date,
): Promise<boolean> {
  const { rows } = await sql<{ fresh: boolean }>`
    with before as (select at from report_presence where report_id = ${reportId} and account_id = ${accountId}),
    now_there as (insert into report_presence (report_id, account_id, at) values (${reportId}, ${accountId}, ${now})
      on conflict (report_id, account_id) do update set at = excluded.at)
    select coalesce((select at < ${since} from before), true) as fresh`.execute(db)
  return rows[0]?.fresh ?? true
}

export const findWatchers = (db: Db, reportId: string, accountId: string, since: Date) =>
  db
    .selectFrom('report_presence')
    .innerJoin('identity_people', 'identity_people.id', 'report_presence.account_id')
    .select(['identity_people.id', sql<string>`trim(identity_people.full_name)`.as('name')])
    .where('report_id', '=', reportId)
    .where('account_id', '!=', accountId)
    .where('at', '>=', since)
    .orderBy('at')
    .execute()

/** With the last names that the member saw: a member with a restricted account sees no newer ones. */
export async function findContacts(db: Db, { id: accountId, state }: { id: string; state: string }, since: Date) {
  const last = state === 'active' || state === 'paused' ? sql`null` : sql`coalesce(m.last_message_at, m.created_at)`
  const { rows } = await sql<{ id: string; name: string | null }>`
    select a.id, ${nameSeen(sql`${accountId}::uuid`, sql`a.id`, last)} as name from matching_matches m
      join identity_people a on a.id = case when m.a_id = ${accountId} then m.b_id else m.a_id end
    where ${accountId} in (m.a_id, m.b_id) and coalesce(m.last_message_at, m.created_at) >= ${since}
    order by coalesce(m.last_message_at, m.created_at) desc limit 100`.execute(db)
  return rows
}
