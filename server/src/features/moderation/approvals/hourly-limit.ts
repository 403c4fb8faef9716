import { type DecisionKind, message } from '@kindred/contract'
import { sql } from 'kysely'
import type { Targets } from './queries.ts'
import { queueMail } from '../../delivery/index.ts'
import { audit, subjectsOf, wasDoneBySince } from '../../operations/index.ts'
import { hours, later } from '../../../infra/clock.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { nameOutside } from '../../../infra/names.ts'
import type { Work } from '../../../work.ts'

// How many people one staff member may restrict within an hour, one by one or in bulk. Beyond that, someone else has to
// approve each.

export const MOST_ALONE = 20
const ALERT_AT = MOST_ALONE / 2

const COUNTED: readonly DecisionKind[] = ['limit', 'suspend', 'deactivate']
export const counts = (kind: DecisionKind): boolean => COUNTED.includes(kind)

/** Until people have proven their age, they can’t write to anyone. */
const ASKED: readonly string[] = ['age.asked', 'age.taken-back']

const hourBefore = (now: Date) => later(now, -hours(1))
export const isWithinHour = (at: Date, now: Date): boolean => at >= hourBefore(now)

/** Serializes what a staff member does, so that concurrent actions can't bypass the limit. Taken before other locks. */
export const lockHourlyLimit = (tx: Tx, staffId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('hourly limit of ' || ${staffId}, 0))`.execute(tx)

/** The people of the last hour and these, each once. Those whose restriction a second person approved don't count. */
async function countPeople(db: Db | Tx, now: Date, staffId: string, people: Targets): Promise<number> {
  const since = hourBefore(now)
  const asked = await subjectsOf(db, staffId, ASKED, since)
  const { rows } = await sql<{ people: number }>`
    with batch_people as (
      select i.subject_id, b.* from batches b join batch_items i on i.batch_id = b.id
      where b.made_by = ${staffId} and b.about = 'users' and b.undoes is null
        and (b.made_at > ${since} or b.released_at > ${since})),
    approved as (
      select subject_id from batch_people where action = 'deactivate' and released_at > ${since}
      union all select target_id from approvals
        where requested_by = ${staffId} and outcome in ('approved', 'automatic') and decided_at > ${since}
          and (kind = 'decision' or account_action = 'deactivate'))
    select count(*)::int as people from (
      select subject_id from batch_people where made_at > ${since} and not needs_approval
      union select subject_id from decisions d
        where decided_by = ${staffId} and created_at > ${since} and in_force_at is not null
          and kind = any(${COUNTED}::text[])
          and not exists (select from approved a where a.subject_id = d.subject_id)
      union select unnest(${asked}::uuid[])
      union select id from (${people}) p(id)) counted`.execute(db)
  return rows[0]?.people ?? 0
}

/** True if restricting these people needs a second person. */
export const isTooMany = async (db: Db | Tx, now: Date, staffId: string, people: Targets): Promise<boolean> =>
  (await countPeople(db, now, staffId, people)) > MOST_ALONE

type Alerting = Work<'config' | 'jobs' | 'keys'>

/** Like `isTooMany`, for people who are about to be restricted. Alerts administrators at half of the limit. */
export async function exceedsHourlyLimit(work: Alerting, staffId: string, people: Targets): Promise<boolean> {
  const count = await countPeople(work.tx, work.now, staffId, people)
  if (count >= ALERT_AT && count <= MOST_ALONE) await alertAdministrators(work, staffId, count)
  return count > MOST_ALONE
}

const MANY = 'decisions.many'

/** At most once an hour for each colleague. */
async function alertAdministrators(work: Alerting, staffId: string, count: number): Promise<void> {
  const { tx, now } = work
  if (await wasDoneBySince(tx, staffId, MANY, hourBefore(now))) return
  await audit(work, { action: MANY, details: { people: count } })
  const { rows } = await sql<{ id: string; name: string }>`
    select o.id, s.full_name as name from identity_people o, identity_people s
    where o.can_administer and o.id <> ${staffId} and s.id = ${staffId} order by o.id`.execute(tx)
  const link = `${work.config.PUBLIC_URL}/audit?actor=${staffId}`
  for (const { id: to, name: full } of rows) {
    const name = nameOutside(full)
    await queueMail(work, {
      to,
      kind: 'approval',
      details: {
        link,
        write: () => ({
          subject: message('{name} took action on {count} people within an hour', { name, count }),
          lines: [
            message(
              '{name} suspended, restricted or deactivated {count} people within an hour. After {most}, another ' +
                'administrator has to approve each one.',
              { name, count, most: MOST_ALONE },
            ),
            message('If you didn’t expect this, look at what happened, and sign {name} out everywhere.', { name }),
          ],
        }),
      },
    })
  }
}
