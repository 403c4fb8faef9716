import { say, type Said } from '@kindred/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import { later } from '../../../infra/clock.ts'
import {
  arePlain,
  cell,
  csvFile,
  flag,
  headIn,
  instant,
  line,
  type Lines,
  type ReadLines,
} from '../../../infra/db/csv.ts'
import { NO_PLAN_CACHE, type Db } from '../../../infra/db/db.ts'
import { matchesAccountFilters, type AccountFilters } from '../../discovery/index.ts'
import { ONLINE_FOR } from '../../profiles/index.ts'

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

const heads: Record<string, Said> = {
  id: say('ID'),
  firstName: say('First name'),
  lastName: say('Last name'),
  email: say('Email'),
  createdAt: say('Joined'),
  lastActive: say('Last active'),
  state: say('Status'),
  isActive: say('Active'),
  isVIP: say('Premium'),
  isOnline: say('Online'),
  isEmailVerified: say('Email verified'),
  gender: say('Gender'),
  city: say('City'),
  country: say('Country'),
}

/**
 * The next users that match the filters, as CSV lines that the database writes. The newest come first. Ids are in the
 * order of joining, which is also the order of the rows on disk.
 */
async function findLines(
  db: Db,
  filters: AccountFilters,
  onlineSince: Date,
  now: Date,
  { after, most }: Parameters<ReadLines>[0],
): Promise<Lines> {
  const place = after ? sql`a.id < ${after}::uuid` : sql`true`
  const lineOf = (word: (text: Column) => Column) => line(Object.values(columns(onlineSince, now, word)))
  const { rows } = await sql<Lines>`${NO_PLAN_CACHE}
    with found as materialized (
      select a.id, a.first_name, a.last_name, a.email, a.created_at, a.last_active_at, a.state, a.premium_until,
        a.email_verified_at, p.gender, p.city, p.country
      from identity_people a left join profiles_places p on p.account_id = a.id
      where ${matchesAccountFilters(filters, onlineSince, now)} and ${place} order by a.id desc limit ${most})
    select string_agg(
        case when ${arePlain(words)} then ${lineOf((text) => text)} else ${lineOf(cell)} end, '' order by id desc)
        as lines,
      (select id from found order by id limit 1) as last
    from found`.execute(db)
  return rows[0] ?? { lines: null, last: null }
}

/** All users that match the filters, as a CSV file. */
export function userLines(
  { replica, clock, caller }: Pick<Deps, 'replica' | 'clock'> & Answering,
  filters: AccountFilters,
) {
  const now = clock.now()
  return csvFile(headIn(caller.language, heads), (place) =>
    findLines(replica, filters, later(now, -ONLINE_FOR), now, place),
  )
}
