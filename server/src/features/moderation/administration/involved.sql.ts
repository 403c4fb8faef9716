import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { hasRightInSql } from '../../../infra/staff.ts'

// Staff who know someone as a member leave that person's account to others on the team.

type Id = RawBuilder<unknown>

/** Relations that both know about, or the first person's own: a match, even an ended one, a block or a report. */
const knowingly = (one: Id, other: Id) => sql`(
  exists (select from matching_matches m
    where m.a_id = least(${one}, ${other}) and m.b_id = greatest(${one}, ${other}))
  or exists (select from discovery_blocks b
    where b.one_id = ${one} and b.other_id = ${other} and b.blocker_id = ${one})
  or exists (select from reports r where r.reporter_id = ${one} and r.about_id = ${other}))`

const either = (one: Id, other: Id) => sql`(${knowingly(one, other)} or ${knowingly(other, one)})`

/** Someone else could act, with the same rights; for administrators and about staff, another administrator. */
const hasUninvolved = (staff: Id, subject: Id, besides: Id) => sql`exists (select from identity_people o
  where ${hasRightInSql('o', 'decide')} and o.state = 'active' and o.email_verified_at is not null
    and o.id not in (${staff}, ${subject}, ${besides})
    and (o.is_admin or not exists (select from identity_people p where (p.id = ${staff} and p.is_admin)
      or (p.id = ${subject} and (p.is_admin or p.staff_role is not null))))
    and not ${either(sql`o.id`, subject)})`

/**
 * A staff member is involved with someone, and another one isn't. For a mere look, `knows` leaves out the other
 * person's actions: a refusal would reveal who reported or blocked the reader. `besides` can't act either: the
 * requester of an approval doesn't give it.
 */
export async function isInvolved(
  db: Db | Tx,
  staffId: string,
  subjectId: string,
  how: 'knows' | 'any',
  besides = staffId,
): Promise<boolean> {
  if (staffId === subjectId) return false
  const [staff, subject] = [sql`${staffId}::uuid`, sql`${subjectId}::uuid`]
  const condition = how === 'knows' ? knowingly(staff, subject) : either(staff, subject)
  const { rows } =
    await sql`select 1 where ${condition} and ${hasUninvolved(staff, subject, sql`${besides}::uuid`)}`.execute(db)
  return rows.length > 0
}
