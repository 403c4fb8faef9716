import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { hasRightInSql } from '../../../infra/staff.ts'

// Staff who have to do with someone as a member. They leave the person's account to others on the team.

type Id = RawBuilder<unknown>

/** What both know of, or the first one did: a match, even one that ended, or their own block or report. */
const knowingly = (one: Id, other: Id) => sql`(
  exists (select from matching_matches m
    where m.a_id = least(${one}, ${other}) and m.b_id = greatest(${one}, ${other}))
  or exists (select from discovery_blocks b
    where b.one_id = ${one} and b.other_id = ${other} and b.blocker_id = ${one})
  or exists (select from reports r where r.reporter_id = ${one} and r.about_id = ${other}))`

const either = (one: Id, other: Id) => sql`(${knowingly(one, other)} or ${knowingly(other, one)})`

/** Whether someone else could act: who decides, too; for administrators and about the team, another administrator. */
const hasUninvolved = (staff: Id, subject: Id, besides: Id) => sql`exists (select from identity_people o
  where ${hasRightInSql('o', 'decide')} and o.state = 'active' and o.email_verified_at is not null
    and o.id not in (${staff}, ${subject}, ${besides})
    and (o.is_admin or not exists (select from identity_people p where (p.id = ${staff} and p.is_admin)
      or (p.id = ${subject} and (p.is_admin or p.staff_role is not null))))
    and not ${either(sql`o.id`, subject)})`

/**
 * Whether one of the staff is involved with someone, and another one isn't. For a mere look, `knows` leaves out what
 * only the other person did: a refusal would tell who reported or blocked the reader. `besides` can't act either: who
 * asked for an approval doesn't give it.
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
