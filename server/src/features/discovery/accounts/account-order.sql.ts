import type { userSorts } from '@kindred/contract/moderation/administration'
import { sql, type RawBuilder } from 'kysely'

export type UserSort = (typeof userSorts)[number]

type Key = { of: RawBuilder<unknown>; type: RawBuilder<unknown> }
/** Rows with the same sort keys. If the first key can be null, rows without it are a segment of their own. */
type Segment = { where: RawBuilder<unknown>; keys: Key[] }
export type AccountOrder = {
  from: RawBuilder<unknown>
  by: RawBuilder<unknown>
  byAccount: RawBuilder<unknown>
  segments: Segment[]
  falls: boolean
}

const [text, uuid, moment] = [sql`text`, sql`uuid`, sql`timestamptz`]
const id: Key = { of: sql`a.id`, type: uuid }
const joined: Key[] = [{ of: sql`a.created_at`, type: moment }, id]
const name: Key[] = [{ of: sql`lower(a.first_name)`, type: text }, { of: sql`lower(a.last_name)`, type: text }, id]
const seenId: Key = { of: sql`s.account_id`, type: uuid }
const seen: Segment = { where: sql`s.seen_at is not null`, keys: [{ of: sql`s.seen_at`, type: moment }, seenId] }
const neverSeen: Segment = { where: sql`s.seen_at is null`, keys: [seenId] }

const people = sql`identity_people a`
/** The index for sorting by last activity is in a table of its own. */
const sighted = sql`identity_sightings s join identity_people a on a.id = s.account_id`

function whole(keys: Key[], falls: boolean): AccountOrder {
  const by = sql.join(keys.map(({ of }) => (falls ? sql`${of} desc` : of)))
  return { from: people, by, byAccount: by, segments: [{ where: sql`true`, keys }], falls }
}

/** Each sorting of the list of users has an index. */
const orders: Record<UserSort, AccountOrder> = {
  newest: whole(joined, true),
  oldest: whole(joined, false),
  name: whole(name, false),
  nameDescending: whole(name, true),
  lastActive: {
    from: sighted,
    by: sql`s.seen_at desc nulls last, s.account_id desc`,
    byAccount: sql`a.last_active_at desc nulls last, a.id desc`,
    segments: [seen, neverSeen],
    falls: true,
  },
  longestInactive: {
    from: sighted,
    by: sql`s.seen_at nulls first, s.account_id`,
    byAccount: sql`a.last_active_at nulls first, a.id`,
    segments: [neverSeen, seen],
    falls: false,
  },
}

export const accountOrder = (sort: UserSort): AccountOrder => orders[sort]

export const keyOf = ({ keys }: Segment): RawBuilder<string[]> =>
  sql<string[]>`array[${sql.join(keys.map(({ of }) => sql`${of}::text`))}]`

export function isInSegment({ where, keys }: Segment, falls: boolean, after: readonly string[] | undefined) {
  if (!after) return sql<boolean>`${where}`
  const place = keys.map(({ type }, nth) => sql`${after[nth]}::${type}`)
  return sql<boolean>`${where} and (${sql.join(keys.map(({ of }) => of))}) ${falls ? sql`<` : sql`>`}
    (${sql.join(place)})`
}
