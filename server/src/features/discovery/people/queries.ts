import { sql, type RawBuilder } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { Profile } from '../../../http/session.ts'
import { PLANNED_ANEW, type Db, type Tx } from '../../../infra/db/db.ts'
import { folded, hasWords, hasWordsOnce } from '../../../infra/db/search.ts'
import { groupOf, standingsNear } from './near.ts'
import { OLDEST, YOUNGEST } from '../../profiles/index.ts'
import { paidFilters } from './rules.ts'

/** What the rules of who may be shown to whom ask of the one who looks. */
export type Looking = {
  id: string
  age: number
  gender: string
  wants: readonly string[]
  ageMin: number
  ageMax: number
  reach: number | null
  hidesAge: boolean
  hidesDistance: boolean
  place: { x: number; y: number; z: number; level: number } | null
  filters: object
  now: Date
  basics: object
  intention: string | null
  photoChecked: boolean
}

export type PersonRow = {
  id: string
  first_name: string
  date_of_birth: string
  last_active_at: Date | null
  state: string
  photo_checked_at: Date | null
  hide_age: boolean
  hide_distance: boolean
  show_last_active: boolean
  profile: Profile
  distance: number | null
}

/** Where the viewer is, each number once however often it is asked for. */
function placeOf({ place }: Looking) {
  const at = (axis: 'x' | 'y' | 'z') => sql`${place?.[axis] ?? null}::float8`
  return { x: at('x'), y: at('y'), z: at('z'), level: sql`${place?.level ?? 0}::smallint` }
}

/** The bucket between the viewer and a row that has a published point. */
export const distanceTo = (viewer: Looking, row: string): RawBuilder<number | null> => {
  const column = (name: string) => sql.ref(`${row}.${name}`)
  const { x, y, z, level } = placeOf(viewer)
  return sql<
    number | null
  >`distance_bucket(${x}, ${y}, ${z}, ${level}, ${column('x')}, ${column('y')}, ${column('z')}, ${column('level')})`
}

/**
 * Whether that bucket is at most so many kilometres, where those are one of the buckets' own. The same question asked of a great
 * many takes a third of the time when it is not asked for the bucket.
 */
const within = (place: ReturnType<typeof placeOf>, row: string, most: RawBuilder<unknown>) => {
  const column = (name: string) => sql.ref(`${row}.${name}`)
  const squared = (axis: 'x' | 'y' | 'z') => {
    const apart = sql`(${place[axis]} - ${column(axis)})`
    return sql`${apart} * ${apart}`
  }
  const blurred = sql`(array[2, 5, 10, 25, 50])[greatest(${place.level}, ${column('level')}) + 1]`
  return sql<boolean>`(${blurred} <= ${most} and ${squared('x')} + ${squared('y')} + ${squared('z')} <= ${most} * ${most})`
}

/** Nobody is shown to somebody whom they blocked, or who blocked them. */
export const notBlocked = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
  sql<boolean>`not exists (select from discovery_blocks where one_id = ${one} and other_id = ${other})`

/** Whether somebody is hidden from this viewer because they blocked the viewer's address (features/discovery/privacy). */
export const hiddenFrom = (viewer: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from hidden_from where viewer_id = ${viewer} and hider_id = ${id})`

/** Whether one likes the other, whatever the other thinks of it. */
export const liked = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from choices where chooser_id = ${one} and chosen_id = ${other} and action <> 'pass')`

export const matched = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from matches where a_id = least(${one}, ${other}) and b_id = greatest(${one}, ${other}) and ended_at is null)`

/** The filters of a listing `l` that count now: premium can end by itself, with nothing written (rules.ts). */
const countingNow = ({ now }: Looking) =>
  sql`case when (select premium_until > ${now} from accounts where id = l.account_id) then l.filters
    else l.filters - ${paidFilters}::text[] end`

/**
 * A hidden value fails every filter narrower than 'any', in both directions: it could be worked out from who is there and who is
 * not, else. Between two people there is one distance, so that where either hides it, only those who look everywhere fit.
 */
function asksNothingHidden(
  { ageMin, ageMax, reach, hidesAge, hidesDistance }: Looking,
  near: (column: string) => RawBuilder<unknown>,
) {
  const [anyAge, anywhere] = [ageMin <= YOUNGEST && ageMax >= OLDEST, reach === null]
  return sql<boolean>`(not l.hide_age or ${anyAge}::boolean)
    and (not l.hide_distance or (${anywhere}::boolean and ${near('reach')} is null))
    and (not ${hidesAge}::boolean or (${near('age_min')} <= ${YOUNGEST}::int and ${near('age_max')} >= ${OLDEST}::int))
    and (not ${hidesDistance}::boolean or ${near('reach')} is null)`
}

/**
 * Whom somebody may be shown: the one place where it is said. `l` is the listing of the one
 * who is shown; being listed means active, verified, complete, with a picture, and not paused. What their standing `s` tells, too,
 * and whether the viewer has chosen already, is asked there: that spares a look at most listings.
 */
export const fits = (viewer: Looking, today: string, from: 'l' | 's' = 'l'): RawBuilder<boolean> => {
  const near = (column: string) => sql.ref(`${from}.${column}`)
  const [me, wants, day] = [sql`${viewer.id}::uuid`, sql`${viewer.wants}::text[]`, sql`${today}::date`]
  const [filters, reach, place] = [
    sql`${JSON.stringify(viewer.filters)}::jsonb`,
    sql`${viewer.reach}::int`,
    placeOf(viewer),
  ]
  return sql<boolean>`${near('account_id')} <> ${me} and (l.gender = any(${wants}) or l.gender_group = any(${wants}))
    and (${viewer.gender.toLowerCase()} = any(l.wants) or ${groupOf(viewer.gender)} = any(l.wants))
    and ${near('born')} > ${day} - make_interval(years => ${viewer.ageMax + 1}::int)
    and ${near('born')} <= ${day} - make_interval(years => ${viewer.ageMin}::int)
    and ${viewer.age} between ${near('age_min')} and ${near('age_max')}
    and (${reach} is null or ${within(place, from, reach)})
    and (${near('reach')} is null or ${within(place, from, near('reach'))})
    and ${asksNothingHidden(viewer, near)}
    and (${filters} = '{}' or meets(${filters}, l.basics, l.intention, l.photo_checked))
    and (l.filters = '{}' or meets(${countingNow(viewer)}, ${JSON.stringify(viewer.basics)}::jsonb, ${viewer.intention}::text, ${viewer.photoChecked}::boolean))
    and (not l.incognito or ${liked(sql`l.account_id`, me)})
    and ${notBlocked(me, sql`l.account_id`)} and not ${hiddenFrom(me, sql`l.account_id`)}
    and not exists (select from choices where chooser_id = ${me} and chosen_id = ${near('account_id')} offset 0)
    and not exists (select from matches where a_id = least(l.account_id, ${me}) and b_id = greatest(l.account_id, ${me}) offset 0)`
}

export type Wish = {
  words?: string | undefined
  minAge?: number | undefined
  maxAge?: number | undefined
  genders?: string[] | undefined
  distance?: number | undefined
  city?: string | undefined
  intention?: string | undefined
  interests?: string[] | undefined
  languages?: string[] | undefined
  /** Null: for this viewer nobody is seen to be online. */
  onlineSince?: Date | null | undefined
  verified?: boolean | undefined
}

/** What was asked for besides. Who hides something is not found by it. */
function asked(viewer: Looking, wish: Wish, today: string, from: 'l' | 's' = 'l', has = hasWords): RawBuilder<boolean> {
  const born = sql.ref(`${from}.born`)
  const terms: RawBuilder<unknown>[] = [sql`true`]
  if (wish.words) terms.push(has(sql`l.words`, wish.words))
  if (wish.minAge !== undefined || wish.maxAge !== undefined) terms.push(sql`not l.hide_age`)
  if (wish.minAge !== undefined)
    terms.push(sql`${born} <= ${today}::date - make_interval(years => ${wish.minAge}::int)`)
  if (wish.maxAge !== undefined)
    terms.push(sql`${born} > ${today}::date - make_interval(years => ${wish.maxAge + 1}::int)`)
  if (wish.genders)
    terms.push(sql`(l.gender = any(${wish.genders}::text[]) or l.gender_group = any(${wish.genders}::text[]))`)
  if (wish.distance !== undefined)
    terms.push(sql`not l.hide_distance and ${within(placeOf(viewer), from, sql`${wish.distance}::int`)}`)
  if (wish.city) terms.push(sql`l.city = ${folded(wish.city)}`)
  if (wish.intention) terms.push(sql`l.intention = ${wish.intention}`)
  if (wish.interests) terms.push(sql`l.interests @> ${wish.interests}::text[]`)
  if (wish.languages) terms.push(sql`l.languages @> ${wish.languages}::text[]`)
  if (wish.verified) terms.push(sql`l.photo_checked`)
  if (wish.onlineSince === null) terms.push(sql`false`)
  if (wish.onlineSince)
    terms.push(
      sql`l.show_last_active and l.account_id in (select account_id from sightings where seen_at >= ${wish.onlineSince})`,
    )
  return sql<boolean>`${sql.join(terms, sql` and `)}`
}

const MOST_FOUND = 1000

type Found = { ids: string[]; total: number }

/**
 * One page of those who fit, newest first: an order that tells nothing of place or presence. How many there are is
 * counted to a thousand; nobody reads further. Fewer are all found on the way; of more, the newest are soon met.
 */
export async function find(
  { db, inOrder }: Pick<Deps, 'db' | 'inOrder'>,
  viewer: Looking,
  wish: Wish,
  today: string,
  { page, limit }: { page: number; limit: number },
): Promise<Found> {
  const matching = (has: typeof hasWords) =>
    sql`listings l where ${fits(viewer, today)} and ${asked(viewer, wish, today, 'l', has)}`
  const nearby = sql`${standingsNear(viewer, today)} join listings l on l.account_id = s.account_id
    where ${fits(viewer, today, 's')} and ${asked(viewer, wish, today, 's')}`
  const upTo = Math.max(0, Math.min(limit, MOST_FOUND - (page - 1) * limit))
  const newest = sql`order by l.created_at desc, l.account_id desc limit ${upTo} offset ${(page - 1) * limit}`
  const counted = (planned: RawBuilder<unknown>, from: RawBuilder<unknown>) => sql<Found>`${planned}
    with l as materialized (select l.account_id, l.created_at from ${from} limit ${MOST_FOUND})
    select (select count(*)::int from l) as total, array(select account_id from l ${newest}) as ids`
  // Words are found by an index of their own; else whoever is near is looked at in the order in which they stand.
  const { rows } = await (wish.words || wish.interests
    ? counted(PLANNED_ANEW, matching(hasWords)).execute(db)
    : counted(sql``, nearby).execute(inOrder))
  const found = rows[0]!
  if (found.total < MOST_FOUND) return found
  const soonest = await sql<{
    account_id: string
  }>`select l.account_id from ${matching(hasWordsOnce)} ${newest}`.execute(inOrder)
  return { ids: soonest.rows.map(({ account_id }) => account_id), total: found.total }
}

/** What is shown of these people, in the order that was asked for. */
export async function rowsOf(db: Db, viewer: Looking, ids: readonly string[]): Promise<PersonRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<PersonRow>`
    select a.id, a.first_name, a.date_of_birth, a.last_active_at, a.state, a.photo_checked_at, a.hide_age, a.hide_distance,
      a.show_last_active, to_jsonb(p) as profile, ${distanceTo(viewer, 'p')} as distance
    from unnest(${ids}::uuid[]) with ordinality as o(id, n) join accounts a on a.id = o.id join profiles p on p.account_id = a.id
    order by o.n`.execute(db)
  return rows
}

/** Somebody who can be fetched at all: good standing, verified, complete, and no block between the two. */
export async function reachable(db: Db, viewerId: string, id: string) {
  const [me, them] = [sql`${viewerId}::uuid`, sql`a.id`]
  const { rows } = await sql<{
    state: string
    viewer_state: string
    incognito: boolean
    hidden: boolean
    likes_me: boolean
    matched: boolean
  }>`
    select a.state, (select state from accounts where id = ${me}) as viewer_state, a.incognito, ${hiddenFrom(me, them)} as hidden, ${liked(them, me)} as likes_me, ${matched(me, them)} as matched from accounts a join profiles p on p.account_id = a.id
    where a.id = ${id} and a.state in ('active', 'paused') and a.email_verified_at is not null
      and is_complete(a.date_of_birth, p.gender, p.interested_in, p.city) and ${notBlocked(me, sql`a.id`)}`.execute(db)
  return rows[0]
}

export async function areMatched(db: Db, one: string, other: string): Promise<boolean> {
  const { rows } = await sql<{
    yes: boolean
  }>`select ${matched(sql`${one}::uuid`, sql`${other}::uuid`)} as yes`.execute(db)
  return rows[0]!.yes
}

/** Lets one at a time save a search: of two at the same moment, the second counts the first one's. */
export const lockSearches = (tx: Tx, accountId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`searches ${accountId}`}, 0))`.execute(tx)

export const searchesOf = (db: Db | Tx, accountId: string) =>
  db.selectFrom('saved_searches').selectAll().where('account_id', '=', accountId).orderBy('id').execute()

export const keepSearch = (tx: Tx, account_id: string, name: string, query: object, created_at: Date) =>
  tx
    .insertInto('saved_searches')
    .values({ account_id, name, query: JSON.stringify(query), created_at })
    .execute()

export const dropSearch = (db: Db, accountId: string, id: string) =>
  db.deleteFrom('saved_searches').where('account_id', '=', accountId).where('id', '=', id).execute()
