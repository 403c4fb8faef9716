import { hash } from 'node:crypto'
import type { FieldFilters } from '@kindred/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { ViewerCriteria } from '../eligibility/eligibility.ts'
import {
  choicesOf,
  matchesWantedGenders,
  isChosen,
  isEligible,
  isNewHere,
  isSuitable,
  isWithin,
  pairMark,
  placeOf,
  SEVERAL,
  rankedInReach,
} from '../eligibility/queries.ts'
import { parseWants } from '../eligibility/rules.ts'
import { viewBit } from './rules.ts'
import type { Profile } from '../../../http/session.ts'
import { type Db, NO_PLAN_CACHE, type Tx } from '../../../infra/db/db.ts'
import { folded, hasWords, hasWordsOnce, lowered, loweredOnce } from '../../../infra/db/search.ts'
import { first } from '../../../infra/first.ts'

const haveMatched = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) => sql<boolean>`
  exists (select from matches where a_id = least(${one}, ${other}) and b_id = greatest(${one}, ${other}))`

/**
 * True if the viewer swiped, blocked or reported the person, has a super like from them, was ever matched with them, or
 * was shown them this month or the last.
 */
export async function haveCrossedPaths(tx: Tx, viewerId: string, id: string): Promise<boolean> {
  const [me, them] = [sql`${viewerId}::uuid`, sql`${id}::uuid`]
  const { rows } = await sql<{ yes: boolean }>`
    with choice as materialized (
      select chosen_id from choices where chooser_id = ${me} and chosen_id = ${them}
      union all
      select chosen_id from friend_choices where chooser_id = ${me} and chosen_id = ${them}
      union all
      select chooser_id from likes_received where chosen_id = ${me} and chooser_id = ${them} and reached
        and (action = 'superlike' or seen))
    select exists (select from choice)
      or exists (select from moderation_reporters where reporter_id = ${me} and about_id = ${them})
      or exists (select from views where viewer_id = ${me} and get_bit(seen | coalesce(seen_this_month, seen) | coalesce(seen_last_month, seen), ${viewBit(id)}) = 1)
      or exists (select from incognito_shown where viewer_id = ${me} and person_id = ${them})
      or exists (select from blocks where blocker_id = ${me} and blocked_id = ${them})
      or ${haveMatched(me, them)} as yes`.execute(tx)
  return rows[0]?.yes ?? false
}

type PictureRelation = { owner: string; shown: boolean; sent: boolean }

/** The relation tells whether the photo is shown to the viewer in a profile or was sent to them. */
export async function pictureWithRelation(
  tx: Tx,
  viewerId: string,
  publicId: string,
): Promise<PictureRelation | undefined> {
  const me = sql`${viewerId}::uuid`
  const { rows } = await sql<Omit<PictureRelation, 'sent'> & { match_id: string | null }>`
    select p.account_id as owner,
      p.position is not null and p.review = 'shown'
        and (p.audience = 'everyone' or ${haveMatched(me, sql`p.account_id`)}) as shown,
      (select id from matches
        where a_id = least(${me}, p.account_id) and b_id = greatest(${me}, p.account_id)) as match_id
    from pictures p where p.public_id = ${publicId}`.execute(tx)
  const [picture] = rows
  if (!picture) return undefined
  const sent = await sql`
    select from messages where match_id = ${picture.match_id} and public_id = ${publicId} limit 1`.execute(tx)
  return { ...picture, sent: sent.rows.length > 0 }
}

export type PersonRow = {
  id: string
  first_name: string
  date_of_birth: string
  last_active_at: Date | null
  state: string
  photo_checked_at: Date | null
  hide_age: boolean
  hide_gender: boolean
  hide_distance: boolean
  show_last_active: boolean
  incognito: boolean
  profile: Profile
}

/** The columns of a person, from the account `a` and the profile `p`. */
const personColumns = sql`
  a.id, a.first_name, a.date_of_birth, a.last_active_at, a.state, a.photo_checked_at, a.hide_age, a.hide_gender,
  a.hide_distance, a.show_last_active, a.incognito, to_jsonb(p) as profile`

/** The plan is cached because it doesn't depend on the number of ids. */
const people = (ids: readonly string[]) => sql`
  unnest((select ${ids}::uuid[])) with ordinality as o(id, n)
    join accounts a on a.id = o.id join profiles p on p.account_id = a.id`

export async function personRows(db: Db, ids: readonly string[]): Promise<PersonRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<PersonRow>`select ${personColumns} from ${people(ids)} order by o.n`.execute(db)
  return rows
}

/** Also runs another statement, and returns null if that returns no row. */
export async function personRowsIf(
  db: Db,
  ids: readonly string[],
  statement: RawBuilder<unknown>,
): Promise<PersonRow[] | null> {
  const { rows } = await sql<PersonRow & { returned: boolean }>`
    with statement as (${statement})
    select ${personColumns}, exists (select from statement) as returned
    from ${people(ids)} order by o.n`.execute(db)
  return rows.every(({ returned }) => returned) ? rows : null
}

type Reach = { matched: boolean | null; for_friends: boolean | null }

/** Whether the two are matched, and as friends; null unless the viewer may look at the person (discovery_sees). */
const reachOf = (viewerId: string, id: RawBuilder<unknown>) => sql`discovery_sees(${viewerId}, ${id}, true) as matched,
  (select for_friends from matches where a_id = least(${id}, ${viewerId}) and b_id = greatest(${id}, ${viewerId}))`

export const reach = async (db: Db, viewerId: string, id: string): Promise<Reach> =>
  first((await sql<Reach>`select ${reachOf(viewerId, sql`${id}::uuid`)}`.execute(db)).rows)

export const personIfReached = async (db: Db, viewerId: string, id: string) =>
  (
    await sql<PersonRow & Reach>`
      select ${personColumns}, ${reachOf(viewerId, sql`a.id`)}
      from accounts a join profiles p on p.account_id = a.id where a.id = ${id}`.execute(db)
  ).rows[0]

/** Serializes saving, so the second of two concurrent searches counts the first. */
export const lockSearches = (tx: Tx, accountId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`searches ${accountId}`}, 0))`.execute(tx)

export const searchesOf = (db: Db | Tx, accountId: string) =>
  db.selectFrom('saved_searches').selectAll().where('account_id', '=', accountId).orderBy('id').execute()

export const insertSearch = (tx: Tx, account_id: string, name: string, query: object, created_at: Date) =>
  tx
    .insertInto('saved_searches')
    .values({ account_id, name, query: JSON.stringify(query), created_at })
    .execute()

export const deleteSearch = (db: Db, accountId: string, id: string) =>
  db.deleteFrom('saved_searches').where('account_id', '=', accountId).where('id', '=', id).execute()

export type SearchFilters = {
  words?: string | undefined
  minAge?: number | undefined
  maxAge?: number | undefined
  genders?: string[] | undefined
  distance?: number | undefined
  cities?: readonly string[] | undefined
  intention?: string | undefined
  interests?: string[] | undefined
  /** The keys of interests whose words contain `words`, in any language. */
  interestsLike?: string[] | undefined
  languages?: string[] | undefined
  onlineSince?: Date | null | undefined
  verified?: boolean | undefined
  withPictures?: boolean | undefined
  newHere?: boolean | undefined
  fields?: FieldFilters | undefined
}

/** The people among these who could match with the viewer, whether or not the viewer has swiped them. */
export const suitableAmong = async (
  db: Db,
  viewer: ViewerCriteria,
  today: string,
  ids: readonly string[],
): Promise<string[]> =>
  (
    await sql<{ account_id: string }>`
      with ${choicesOf(viewer)}
      select l.account_id from listings l
      where l.account_id = any(${ids}::uuid[]) and ${isSuitable(viewer, today, 'l', 'deck')}`.execute(db)
  ).rows.map(({ account_id }) => account_id)

/** This must match the index `listings_terms`. */
const indexedTerms = sql`(l.interests || l.field_terms || array[l.intention, l.gender_group])`

/** Adds other terms that the index can find, because a frequent interest has too many people to read. */
function hasInterests(
  { wants }: ViewerCriteria,
  interests: string[],
  intention: string | undefined,
  inLowerCase: typeof lowered,
) {
  const [terms, groups] = [
    [...interests, ...(intention ? [intention] : [])],
    [...parseWants(wants).within, SEVERAL],
  ]
  return sql`l.interests @> ${inLowerCase(interests)}
    and ${indexedTerms} @> ${inLowerCase(terms)} and ${indexedTerms} && ${groups}::text[]`
}

/**
 * Of a field's choices, any may match, and of several fields, all have to. Numbers aren't indexed: they narrow what is
 * found by other terms, or nearby.
 */
function matchesFields({ wants }: ViewerCriteria, filters: FieldFilters): RawBuilder<unknown>[] {
  const groups = [...parseWants(wants).within, SEVERAL]
  return Object.entries(filters).map(([id, filter]) => {
    if (!Array.isArray(filter)) {
      const { min, max } = filter
      const value = sql`l.fields -> ${id}`
      return sql`case when jsonb_typeof(${value}) = 'number' then (${value})::numeric
        between ${min}::numeric and ${max}::numeric else false end`
    }
    const terms = sql`${filter.map((choice) => `${id}:${choice}`)}::text[]`
    return sql`l.field_terms && ${terms} and ${indexedTerms} && ${terms} and ${indexedTerms} && ${groups}::text[]`
  })
}

const hasChoices = (filters: FieldFilters | undefined): boolean => Object.values(filters ?? {}).some(Array.isArray)

/**
 * A profile's words include the keys of its interests, which are English, so this also finds them in other languages.
 */
function hasWordsOrInterest(
  { words, interestsLike: keys = [] }: Pick<SearchFilters, 'interestsLike'> & { words: string },
  has: typeof hasWords,
): RawBuilder<boolean> {
  const found = has(sql`l.words`, words)
  return keys.length === 0
    ? found
    : sql<boolean>`(${found} or ${indexedTerms} && ${keys}::text[] and l.interests && ${keys}::text[])`
}

/** If `isCached`, the statement's plan is cached, so its terms are folded once, in subselects. */
type Source = { from?: 'l' | 's'; isCached: boolean }

function matchesFilters(
  viewer: ViewerCriteria,
  filters: SearchFilters,
  today: string,
  { from = 'l', isCached }: Source,
): RawBuilder<boolean> {
  const { words, minAge, maxAge, genders, distance, cities, intention, interests, languages, onlineSince } = filters
  const born = sql.ref(`${from}.born`)
  const [has, inLowerCase] = isCached ? [hasWordsOnce, loweredOnce] : [hasWords, lowered]
  const terms: RawBuilder<unknown>[] = [sql`true`]
  if (words) terms.push(hasWordsOrInterest({ words, interestsLike: filters.interestsLike }, has))
  if (minAge !== undefined || maxAge !== undefined) terms.push(sql`not l.hide_age`)
  if (minAge !== undefined) terms.push(sql`${born} <= ${today}::date - make_interval(years => ${minAge}::int)`)
  if (maxAge !== undefined) terms.push(sql`${born} > ${today}::date - make_interval(years => ${maxAge + 1}::int)`)
  if (genders) terms.push(sql`not l.hide_gender and ${matchesWantedGenders(genders)}`)
  if (distance !== undefined)
    terms.push(sql`not l.hide_distance and ${isWithin(placeOf(viewer), from, sql`${distance}::int`)}`)
  // A suffix after a comma may distinguish cities of the same name.
  if (cities) {
    const isNamed = (city: string) => sql`l.city = ${folded(city)} or starts_with(l.city, ${folded(city)} || ', ')`
    terms.push(sql`(${sql.join(cities.map(isNamed), sql` or `)})`)
  }
  if (intention) terms.push(sql`l.intention = ${intention}`)
  if (interests) terms.push(hasInterests(viewer, interests, intention, inLowerCase))
  if (languages) terms.push(sql`l.languages @> ${inLowerCase(languages)}`)
  terms.push(...matchesFields(viewer, filters.fields ?? {}))
  if (filters.verified) terms.push(sql`l.photo_checked`)
  if (filters.withPictures)
    terms.push(sql`exists (select from pictures p where p.account_id = l.account_id and p.position is not null
      and p.review = 'shown' and p.audience = 'everyone')`)
  if (filters.newHere) terms.push(isNewHere(today, from))
  if (onlineSince === null) terms.push(sql`false`)
  if (onlineSince)
    terms.push(sql`l.show_last_active
      and l.account_id in (select account_id from last_seen where seen_at >= ${onlineSince})`)
  return sql<boolean>`${sql.join(terms, sql` and `)}`
}

const MOST_FOUND = 1000

/** The size of the sample that shows whether a term is common. IDs are random, so the first ones are representative. */
const SAMPLE = 1000

type Found = { ids: string[]; total: number }

/** The search's results in a sample of people, and the number of all people to extrapolate to. */
type Sampled = { matching: number; having: number; people: number }

/**
 * Reads a member's swipes last, and only if someone in the sample is suitable, because there may be tens of thousands.
 */
const sampled = async (
  db: Db,
  viewer: ViewerCriteria,
  { suits, has }: { suits: RawBuilder<unknown>; has: RawBuilder<unknown> },
): Promise<Sampled> =>
  first(
    (
      await sql<Sampled>`
        with ${choicesOf(viewer)}, sample as materialized (select * from listings order by account_id limit ${SAMPLE})
        select (select count(*)::int from (select l.account_id from sample l where ${suits} offset 0) l
            where not ${isChosen(sql`l.account_id`)}) as matching,
          (select count(*)::int from sample l where ${has}) as having,
          (select reltuples from pg_class where oid = 'listings'::regclass) as people`.execute(db)
    ).rows,
  )

/**
 * True if more people certainly match than are counted. Counting them would take long, and an index of words finds all
 * matches before it returns the first.
 */
const areMany = ({ matching, people }: Sampled): boolean =>
  // Two standard deviations below the sample's estimate for everyone.
  (matching - 2 * Math.sqrt(matching)) * (people / SAMPLE) > MOST_FOUND

/** If one in fifty has the term, an index finds more people than live nearby. */
const isCommon = ({ having }: Sampled): boolean => having > SAMPLE / 50

/**
 * The first ID of a viewer's list on a day. Without it, the same people would be on everyone's first page. IDs are
 * random, so this order reveals neither joining time nor place nor presence.
 */
export function startFor({ id }: Pick<ViewerCriteria, 'id'>, today: string): string {
  const hex = hash('sha256', `${id} ${today}`)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

/** The marks (pairMark) of new people who match and are a mutual fit, without those whose marks are known. */
export async function newMarks(
  indexScanDb: Db,
  viewer: ViewerCriteria,
  filters: SearchFilters,
  today: string,
  { known, most }: { known: readonly string[]; most: number },
): Promise<string[]> {
  const mark = pairMark(sql`${viewer.id}::uuid`, sql`l.account_id`)
  const { rows } = await sql<{ mark: string }>`
    with ${choicesOf(viewer)}
    select ${mark}::text as mark from ${rankedInReach(viewer, today)} join listings l on l.account_id = s.account_id
    where ${isNewHere(today, 's')} and ${isEligible(viewer, today, 's')} and ${matchesFilters(viewer, filters, today, { from: 's', isCached: true })}
      and ${mark} <> all(${known}::bigint[])
    limit ${most}`.execute(indexScanDb)
  return rows.map((row) => row.mark)
}

/**
 * A page of eligible people who match, by ID from the viewer's start on. The total is counted up to 1,000. Up to that
 * many, all are read at once; beyond it, the index of IDs finds the page quickly.
 */
export async function findPeople(
  { db, indexScanDb }: Pick<Deps, 'db' | 'indexScanDb'>,
  viewer: ViewerCriteria,
  filters: SearchFilters,
  today: string,
  { page, limit }: { page: number; limit: number },
): Promise<Found> {
  const matches = (isCached: boolean) =>
    sql`${isEligible(viewer, today)} and ${matchesFilters(viewer, filters, today, { isCached })}`
  const nearby = sql`${rankedInReach(viewer, today)} join listings l on l.account_id = s.account_id
    where ${isEligible(viewer, today, 's')} and ${matchesFilters(viewer, filters, today, { from: 's', isCached: true })}`
  const start = sql`${startFor(viewer, today)}::uuid`
  const before = (page - 1) * limit
  const upTo = Math.max(0, Math.min(limit, MOST_FOUND - before))
  const counted = (planned: RawBuilder<unknown>, from: RawBuilder<unknown>) => sql<Found>`${planned}
    with ${choicesOf(viewer)}, l as materialized (select l.account_id from ${from} limit ${MOST_FOUND})
    select (select count(*)::int from l) as total,
      array(select account_id from l order by account_id < ${start}, account_id limit ${upTo} offset ${before}) as ids`
  const { words, interests, intention, fields, newHere } = filters
  const isIndexed = Boolean(words || interests || newHere) || hasChoices(fields)
  const filtersOnce = matchesFilters(viewer, filters, today, { isCached: true })
  const suits = sql`${isSuitable(viewer, today, 'l', 'list')} and ${filtersOnce}`
  const indexed = { words, interests, intention: interests && intention, fields, newHere }
  const has = matchesFilters(viewer, indexed, today, { isCached: true })
  const sample = await sampled(indexScanDb, viewer, { suits, has })
  if (!areMany(sample)) {
    // Words, interests, choices and new people have their own indexes. Otherwise, the ranking stats nearby are read.
    const { rows } = await (isIndexed && (viewer.reach === null || !isCommon(sample))
      ? counted(NO_PLAN_CACHE, sql`listings l where ${matches(false)}`).execute(db)
      : counted(sql``, nearby).execute(indexScanDb))
    const found = rows[0] ?? { ids: [], total: 0 }
    if (found.total < MOST_FOUND) return found
  }
  if (upTo === 0) return { ids: [], total: MOST_FOUND }
  const firstOf = async (where: RawBuilder<boolean>, most: number) => {
    const { rows } = await sql<{ account_id: string }>`
      with ${choicesOf(viewer)}
      select l.account_id from listings l where ${where} and ${matches(true)}
      order by l.account_id limit ${most}`.execute(indexScanDb)
    return rows.map(({ account_id }) => account_id)
  }
  const ids = await firstOf(sql`l.account_id >= ${start}`, before + upTo)
  if (ids.length < before + upTo) ids.push(...(await firstOf(sql`l.account_id < ${start}`, before + upTo - ids.length)))
  return { ids: ids.slice(before), total: MOST_FOUND }
}
