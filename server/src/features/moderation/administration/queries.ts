import { message, type MessageDescriptor } from '@kindred/contract'
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Deps } from '../../../deps.ts'
import {
  type AccountFilters,
  accountOrder,
  isInSegment,
  keyOf,
  matchesAccountFilters,
  type UserSort,
} from '../../discovery/index.ts'
import { ONLINE_FOR } from '../../profiles/index.ts'
import type { Answering } from '../../../http/caller.ts'
import { later } from '../../../infra/clock.ts'
import { arePlain, cell, csvFile, flag, headIn, instant, line, type Lines } from '../../../infra/db/csv.ts'
import { type Db, NO_PLAN_CACHE, type Tx } from '../../../infra/db/db.ts'
import { hasRightInSql } from '../../../infra/staff.ts'

type Column = RawBuilder<unknown>

const words = ['first_name', 'last_name', 'email', 'gender', 'city', 'country'].map((name) => sql.ref(name))
const columns = (onlineSince: Date, now: Date, word: (text: Column) => Column): Record<string, Column> => ({
  id: sql`id`,
  firstName: word(sql`first_name`),
  lastName: word(sql`last_name`),
  email: word(sql`email`),
  createdAt: instant(sql`created_at`),
  lastActive: instant(sql`last_active_at`),
  state: sql`state`,
  isActive: flag(sql`state in ('active', 'paused')`),
  isVIP: flag(sql`premium_until > ${now}`),
  isOnline: flag(sql`last_active_at > ${onlineSince}`),
  isEmailVerified: flag(sql`email_verified_at is not null`),
  gender: word(sql`gender`),
  city: word(sql`city`),
  country: word(sql`country`),
})

const heads: Record<string, MessageDescriptor> = {
  id: message('ID'),
  firstName: message('First name'),
  lastName: message('Last name'),
  email: message('Email'),
  createdAt: message('Joined'),
  lastActive: message('Last active'),
  state: message('Status'),
  isActive: message('Active'),
  isVIP: message('Premium'),
  isOnline: message('Online'),
  isEmailVerified: message('Email verified'),
  gender: message('Gender'),
  city: message('City'),
  country: message('Country'),
}

const place = z.object({ segment: z.number(), after: z.optional(z.array(z.string())) })
type Place = z.infer<typeof place>
type Batch = { lines: string | null; last: string[] | null }

async function findLines(db: Db, wanted: Wanted, { segment: nth, after }: Place, most: number): Promise<Lines> {
  const { filters, sort, onlineSince, now } = wanted
  const { from, by, segments, falls } = accountOrder(sort)
  const segment = segments[nth]
  if (!segment) return { lines: null, last: null }
  const lineOf = (word: (text: Column) => Column) => line(Object.values(columns(onlineSince, now, word)))
  const { rows } = await sql<Batch>`${NO_PLAN_CACHE}
    with found as materialized (
      select a.id, a.first_name, a.last_name, a.email, a.created_at, a.last_active_at, a.state, a.premium_until,
        a.email_verified_at, p.gender, p.city, p.country,
        ${keyOf(segment)} as key, row_number() over (order by ${by}) as nth
      from ${from} left join profiles_places p on p.account_id = a.id
      where ${matchesAccountFilters(filters, onlineSince, now)} and ${isInSegment(segment, falls, after)}
      order by ${by} limit ${most})
    select string_agg(
        case when ${arePlain(words)} then ${lineOf((text) => text)} else ${lineOf(cell)} end, '' order by nth) as lines,
      (select key from found order by nth desc limit 1) as last
    from found`.execute(db)
  const { lines = null, last = null } = rows[0] ?? {}
  const next: Place = last ? { segment: nth, after: last } : { segment: nth + 1 }
  return { lines, last: JSON.stringify(next) }
}

type Wanted = { filters: AccountFilters; sort: UserSort; onlineSince: Date; now: Date }

export function userLines(
  { replica, clock, caller }: Pick<Deps, 'replica' | 'clock'> & Answering,
  filters: AccountFilters,
  sort: UserSort,
) {
  const now = clock.now()
  const wanted = { filters, sort, onlineSince: later(now, -ONLINE_FOR), now }
  return csvFile(headIn(caller.language, heads), ({ after, most }) =>
    findLines(replica, wanted, after === undefined ? { segment: 0 } : place.parse(JSON.parse(after)), most),
  )
}

// Staff who know someone as a member leave that person's account to others on the team.

type Id = RawBuilder<unknown>

/** Relations that the first person knows about: a match, even an ended one, and their own blocks and reports. */
const knowingly = (one: Id, other: Id) => sql`(
  exists (select from matching_matches m
    where m.a_id = least(${one}, ${other}) and m.b_id = greatest(${one}, ${other}))
  or exists (select from discovery_blocks b
    where b.one_id = ${one} and b.other_id = ${other} and b.blocker_id = ${one})
  or exists (select from reports r where r.reporter_id = ${one} and r.about_id = ${other}))`

const either = (one: Id, other: Id) => sql`(${knowingly(one, other)} or ${knowingly(other, one)})`

/** A colleague could act instead: an administrator, if the staff member is one or the subject is on staff. */
const hasUninvolved = (staff: Id, subject: Id, besides: Id) => sql`exists (select from identity_people o
  where ${hasRightInSql('o', 'decide')} and o.state = 'active' and o.email_verified_at is not null
    and o.id not in (${staff}, ${subject}, ${besides})
    and (o.is_admin or not exists (select from identity_people p where (p.id = ${staff} and p.is_admin)
      or (p.id = ${subject} and (p.is_admin or p.staff_role is not null))))
    and not ${either(sql`o.id`, subject)})`

/**
 * Returns true if a staff member is involved with someone and a colleague isn't. For mere reading, `knows` ignores the
 * other person's actions, because a refusal would reveal who reported or blocked the reader. `besides` can't act
 * either, such as the requester of an approval.
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
