import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { hasRightInSql, type RoleColumns } from '../../../infra/staff.ts'

/** More staff than any list of names can usefully show. */
const MOST = 500

/** The staff who can read reports, or those of them with these ids. The second condition is the index of staff's. */
export async function findColleagues(
  db: Db | Tx,
  ids?: readonly string[],
): Promise<({ id: string; name: string } & RoleColumns)[]> {
  const { rows } = await sql<{ id: string; name: string } & RoleColumns>`
    select p.id, trim(p.full_name) as name, p.is_admin, p.staff_role from identity_people p
    where ${hasRightInSql('p', 'reports.read')} and (p.is_admin or p.staff_role is not null) and p.state = 'active'
      ${ids ? sql`and p.id = any(${ids}::uuid[])` : sql``}
    order by name, p.id limit ${MOST}`.execute(db)
  return rows
}

export type TeamStatsRow = {
  id: string
  handled: number
  answered: number
  median: number | null
  decisions: number
  overturned: number
  reviewed: number
  agreed: number
}

/** Work since a moment, for each of these staff. Each part reads only their rows, by an index. */
export async function findTeamStats(db: Db, ids: readonly string[], since: Date): Promise<TeamStatsRow[]> {
  const { rows } = await sql<TeamStatsRow>`
    select s.id, h.handled, f.answered, f.median, d.decisions, d.overturned, b.reviewed, b.agreed
    from unnest(${ids}::uuid[]) s(id),
    lateral (select count(distinct report_id)::int as handled from report_history
      where actor_id = s.id and at >= ${since} and what in ('status', 'reply')) h,
    lateral (select count(*)::int as answered, percentile_cont(0.5) within group (
        order by extract(epoch from r.first_answer_at - r.created_at))::float8 as median
      from report_replies p join reports r on r.id = p.report_id and r.first_answer_at = p.at
      where p.author_id = s.id and p.at >= ${since} and p.by_staff and not p.is_internal) f,
    lateral (select count(*)::int as decisions, count(*) filter (where a.state = 'overturned')::int as overturned
      from decisions d left join appeals a on a.decision_id = d.id
      where d.decided_by = s.id and d.created_at >= ${since} and d.state not in ('waiting', 'declined', 'undone')) d,
    lateral (select count(*)::int as reviewed, count(*) filter (where b.same_kind)::int as agreed
      from decisions d join blind_reviews b on b.decision_id = d.id
      where d.decided_by = s.id and d.created_at >= ${since} and b.answered_at is not null) b`.execute(db)
  return rows
}
