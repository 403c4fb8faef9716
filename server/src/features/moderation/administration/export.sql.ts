import { sql, type RawBuilder } from 'kysely'
import { NO_PLAN_CACHE, type Db } from '../../../infra/db/db.ts'
import { matchesAccountFilters, type AccountFilters } from '../../discovery/index.ts'

type Column = RawBuilder<unknown>

/** Characters that start a formula in a spreadsheet, with their full-width and small forms. */
const FORMULA_STARTS = String.raw`=+@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212-`
/** Invisible characters that some spreadsheets skip: spaces, controls, direction marks and combining characters. */
const INVISIBLE = [
  String.raw`\s\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2000-\u200f`,
  String.raw`\u2028-\u202f\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff`,
].join('')
const FORMULA = `([\\t\\r]|[${INVISIBLE}]*[${FORMULA_STARTS}])`
const pattern = (text: string): RawBuilder<string> => sql.lit(text)

const plain = (text: Column): Column =>
  sql`case when ${text} ~ ${pattern(`^${FORMULA}`)} then '''' || ${text} else coalesce(${text}, '') end`
/** A cell of the CSV file. An apostrophe makes a value text that a spreadsheet would run as a formula. */
const cell = (text: Column): Column =>
  sql`(case when ${text} ~ E'[",\\n\\r]'
    then '"' || replace(${plain(text)}, '"', '""') || '"' else ${plain(text)} end)`
const instant = (at: Column): Column => sql`replace(left((${at} at time zone 'UTC')::text, 19), ' ', 'T') || 'Z'`
const flag = (condition: Column): Column => sql`case when ${condition} then 'true' else 'false' end`

const words = ['first_name', 'last_name', 'email', 'gender', 'city', 'country'].map((name) => sql.ref(name))
/** Whether no field of a row needs quotes or an apostrophe. This holds for most rows, and checking it once is fast. */
const isPlain = sql`concat_ws(E'\\x01', ${sql.join(words)}) !~ ${pattern(`(^|\\x01)${FORMULA}|[",\\n\\r]`)}`

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

export const HEADER = Object.keys(columns(new Date(), new Date(), cell)).join(',')

type Lines = { lines: string | null; last: string | null }

/**
 * The next users that match the filters, as CSV lines that the database writes. The newest come first. Ids are in the
 * order of joining, which is also the order of the rows on disk.
 */
export async function findLines(
  db: Db,
  filters: AccountFilters,
  onlineSince: Date,
  now: Date,
  { after, most }: { after: string | undefined; most: number },
): Promise<Lines> {
  const place = after ? sql`a.id < ${after}::uuid` : sql`true`
  const line = (word: (text: Column) => Column) =>
    sql`concat(${sql.join(Object.values(columns(onlineSince, now, word)), sql`, ',', `)}, E'\\r\\n')`
  const { rows } = await sql<Lines>`${NO_PLAN_CACHE}
    with found as materialized (
      select a.id, a.first_name, a.last_name, a.email, a.created_at, a.last_active_at, a.state, a.premium_until,
        a.email_verified_at, p.gender, p.city, p.country
      from identity_people a left join profiles_places p on p.account_id = a.id
      where ${matchesAccountFilters(filters, onlineSince, now)} and ${place} order by a.id desc limit ${most})
    select string_agg(case when ${isPlain} then ${line((text) => text)} else ${line(cell)} end, '' order by id desc)
        as lines,
      (select id from found order by id limit 1) as last
    from found`.execute(db)
  return rows[0] ?? { lines: null, last: null }
}
