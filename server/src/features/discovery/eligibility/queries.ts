import { distances, type FieldFilters, type GenderGroup, OLDEST, type ProfileField, YOUNGEST } from '@kindred/contract'
import { type RawBuilder, sql } from 'kysely'
import type { ViewerCriteria } from './eligibility.ts'
import { choicesOfField, dealbreakerChoices } from './field-filters.ts'
import { bitsOf, leastDistances, paidFilters, parseWants } from './rules.ts'
import { days, later } from '../../../infra/clock.ts'

/** The viewer's place as parameters. Use one result for a whole statement, so that each number is sent only once. */
export function placeOf({ place }: Pick<ViewerCriteria, 'place'>) {
  const at = (axis: 'x' | 'y' | 'z') => sql`${place?.[axis] ?? null}::float8`
  return { x: at('x'), y: at('y'), z: at('z'), level: sql`${place?.level ?? 0}::smallint` }
}

/**
 * True if the shown distance (`distanceBucket`) is at most `most` kilometers, where `most` is the limit of a bucket.
 */
export const isWithin = (place: ReturnType<typeof placeOf>, row: string, most: RawBuilder<unknown>) => {
  const column = (name: string) => sql.ref(`${row}.${name}`)
  const squared = (axis: 'x' | 'y' | 'z') => {
    const apart = sql`(${place[axis]} - ${column(axis)})`
    return sql`${apart} * ${apart}`
  }
  const blurred = sql`(array[${sql.raw(leastDistances.join())}])[greatest(${place.level}, ${column('level')}) + 1]`
  return sql<boolean>`(${blurred} <= ${most}
    and ${squared('x')} + ${squared('y')} + ${squared('z')} <= ${most} * ${most})`
}

// Conditions about two accounts, for the statements of this feature and of `matching`.

type Id = RawBuilder<unknown>

export const notBlocked = (one: Id, other: Id) =>
  sql<boolean>`not exists (select from discovery_blocks where one_id = ${one} and other_id = ${other})`

export const hiddenFrom = (viewer: Id, id: Id) =>
  sql<boolean>`exists (select from hidden_from where viewer_id = ${viewer} and hider_id = ${id})`

export const hasBlocked = (blocker: Id, blocked: Id) =>
  sql<boolean>`exists (select from blocks where blocker_id = ${blocker} and blocked_id = ${blocked})`

/**
 * A 64-bit mark for a person as seen by one member. It identifies no one without both IDs, and is useless once one of
 * the two is erased.
 */
export const pairMark = (viewer: Id, person: Id) => sql<string>`
  ('x' || encode(substr(sha256(uuid_send(${viewer}) || uuid_send(${person})), 1, 8), 'hex'))::bit(64)::bigint`

/**
 * The latest daily renewal of what a member without premium may know about likes, which covers all earlier likes. The
 * second of the day is a hash of the member's ID.
 */
export const likesRenewedAt = (viewer: Id, now: Date) => sql<Date>`(
  select case when moment > ${now} then moment - interval '24 hours' else moment end from (
    select date_trunc('day', ${now}::timestamptz, 'UTC') + make_interval(secs =>
      (get_byte(bytes, 0) * 65536 + get_byte(bytes, 1) * 256 + get_byte(bytes, 2)) % 86400) as moment
    from (select sha256(key || uuid_send(${viewer})) as bytes from like_hours) hashed) today)`

/** People who were set aside come back after this time. */
export const SET_ASIDE_FOR = days(7)

/**
 * The people that the viewer has swiped or set aside, and the likes that still wait for an answer, for use in a `with`
 * clause (choices.sql). With `people`, only these are known to be swiped or not.
 */
export const choicesOf = ({ id, now }: Pick<ViewerCriteria, 'id' | 'now'>, people?: RawBuilder<unknown>) => sql`
  chosen as materialized (
    select ${people ? sql`discovery_chosen_among(${id}, ${people})` : sql`discovery_chosen(${id})`} as ids, array(
      select person_id from set_aside where account_id = ${id} and at > ${later(now, -SET_ASIDE_FOR)}) as aside),
  likers as materialized (select * from discovery_likers(${id}))`

/**
 * A binary search, because each branch of a statement would hash tens of thousands of ids again. The subqueries are
 * parameters that are read once.
 */
export const isChosen = (id: Id) => sql<boolean>`(
  (select ids from chosen)[width_bucket(${id}, (select ids from chosen))] is not distinct from ${id}
  or ${id} = any((select aside from chosen)::uuid[]))`

/**
 * True if the viewer may be shown an incognito person who likes them. Members with premium see who likes them. Without
 * premium, only the deck shows the person, from the next daily renewal on: an earlier change would reveal the like.
 * Lists and counts never do, because they can be queried about a particular person. Use it in statements with
 * `choicesOf`.
 */
function mayShowIncognito(viewer: { id: string; hasPremium: boolean; now: Date }, id: Id, place: 'deck' | 'list') {
  const isSuper = sql<boolean>`action = 'superlike'`
  const known = viewer.hasPremium
    ? sql<boolean>`true`
    : place === 'list'
      ? isSuper
      : sql<boolean>`(${isSuper} or at < ${likesRenewedAt(sql`${viewer.id}::uuid`, viewer.now)})`
  return sql<boolean>`${id} in (select chooser_id from likers where ${known})`
}

/** The effective filters of a listing `l`, because premium can end without any write (rules.ts). */
const activeFiltersOf = ({ now }: ViewerCriteria) =>
  sql`case when (select premium_until > ${now} from accounts where id = l.account_id) then l.filters
    else l.filters - ${paidFilters}::text[] end`

/**
 * A hidden age or distance fails every filter that is narrower than "any", in both directions. Otherwise, the results
 * would reveal it. Two people share one distance, so if either hides it, neither may have a distance limit.
 */
function hiddenValuesUnfiltered(
  { ageMin, ageMax, reach, hidesAge, hidesDistance }: ViewerCriteria,
  theirs: (column: string) => RawBuilder<unknown>,
) {
  const [anyAge, anyDistance] = [ageMin <= YOUNGEST && ageMax >= OLDEST, reach === null]
  return sql<boolean>`(not l.hide_age or ${anyAge}::boolean)
    and (not l.hide_distance or (${anyDistance}::boolean and ${theirs('reach')} is null))
    and (not ${hidesAge}::boolean
      or (${theirs('age_min')} <= ${YOUNGEST}::int and ${theirs('age_max')} >= ${OLDEST}::int))
    and (not ${hidesDistance}::boolean or ${theirs('reach')} is null)`
}

export function agesAndDistances(viewer: ViewerCriteria, today: string, from: 'l' | 's') {
  const theirs = (column: string) => sql.ref(`${from}.${column}`)
  const [day, reach, place] = [sql`${today}::date`, sql`${viewer.reach}::int`, placeOf(viewer)]
  return sql<boolean>`${theirs('born')} > ${day} - make_interval(years => ${viewer.ageMax + 1}::int)
    and ${theirs('born')} <= ${day} - make_interval(years => ${viewer.ageMin}::int)
    and ${viewer.age} between ${theirs('age_min')} and ${theirs('age_max')}
    and (${reach} is null or ${isWithin(place, from, reach)})
    and (${theirs('reach')} is null or ${isWithin(place, from, theirs('reach'))})
    and ${hiddenValuesUnfiltered(viewer, theirs)}`
}

/**
 * The viewer's own dealbreakers, as conditions of the statement: the function that compares someone else's would be
 * called for each of thousands of candidates.
 */
function meetsMine(fields: readonly ProfileField[], filters: FieldFilters): RawBuilder<unknown>[] {
  return fields.flatMap((field) => {
    const filter = filters[field.id]
    if (!filter) return []
    const terms = (choices: readonly string[]) => sql`${choices.map((choice) => `${field.id}:${choice}`)}::text[]`
    if (Array.isArray(filter))
      return [
        sql` and (l.field_terms && ${terms(filter)} or not l.field_terms && ${terms(choicesOfField(field) ?? [])})`,
      ]
    const value = sql`l.fields -> ${field.id}`
    return [
      sql` and case when jsonb_typeof(${value}) = 'number'
        then (${value})::numeric between ${filter.min}::numeric and ${filter.max}::numeric else true end`,
    ]
  })
}

/** Dealbreakers on the community's own fields, in both directions. Without any, the statement has no such condition. */
function ownFields({ fields, filters, answers, now }: ViewerCriteria) {
  if (!fields.some(({ dealbreaker }) => dealbreaker)) return sql``
  const json = (value: object) => sql`${JSON.stringify(value)}::jsonb`
  const [all, free] = [json(dealbreakerChoices(fields, true)), json(dealbreakerChoices(fields, false))]
  return sql`${sql.join(meetsMine(fields, filters.fields ?? {}), sql``)} and (not l.filters ? 'fields' or meets_fields(l.filters -> 'fields',
      case when (select premium_until > ${now} from accounts where id = l.account_id) then ${all} else ${free} end,
      ${json(answers)}))`
}

/** New people joined this many days ago at most. Whole days, so that no filter finds out the time when someone joined. */
const NEW_FOR = 14

/** With the row `s` of ranking stats, its index excludes everyone else. With `l` alone, `listings_newest` finds them. */
export const isNewHere = (today: string, from: 'l' | 's' = 'l') => {
  const first = sql`(${today}::date - ${NEW_FOR}::int)`
  return from === 's'
    ? sql<boolean>`s.joined >= ${first}`
    : sql<boolean>`l.created_at >= ${first}::timestamp at time zone 'UTC'`
}

function dealbreakers(viewer: ViewerCriteria, today: string, from: 'l' | 's') {
  // Whether people are new matters to the viewer only: others may look for anyone.
  const { fields: _fields, newHere, ...others } = viewer.filters
  const filters = sql`${JSON.stringify(others)}::jsonb`
  return sql<boolean>`(${filters} = '{}' or meets(${filters}, l.basics, l.intention, l.photo_checked))
    and (l.filters = '{}' or meets(${activeFiltersOf(viewer)}, ${JSON.stringify(viewer.basics)}::jsonb,
      ${viewer.intention}::text, ${viewer.photoChecked}::boolean))
    ${newHere ? sql`and ${isNewHere(today, from)}` : sql``} ${ownFields(viewer)}`
}

export function matchesWantedGenders(wants: readonly string[]): RawBuilder<boolean> {
  const { groups, ownWords } = parseWants(wants)
  return sql<boolean>`(l.shown_to & ${bitsOf(groups)}::smallint > 0
    or (l.gender = any(${ownWords}::text[]) and l.shown_to & ${bitsOf(['non-binary'])}::smallint > 0))`
}

const looksFor = ({ gender, shownTo }: ViewerCriteria) =>
  sql<boolean>`l.wants && ${shownTo.includes('non-binary') ? [...shownTo, gender.toLowerCase()] : shownTo}::text[]`

/**
 * The rules for showing a person to a viewer who hasn't swiped them, which are only here and in `isEligible`, and for
 * many people at once in `isMutualFit` (mutual-fit.ts). `l` is
 * the person's listing: being listed means active, verified, complete, with a profile photo, and not paused. If `from`
 * is 's', columns that the row `s` of ranking stats also has are read there, as is whether the viewer has already
 * swiped the person, which avoids reading most listings. Incognito people are shown in fewer places than a deck
 * (mayShowIncognito). The statement must read the viewer's swipes first (choicesOf).
 */
export const isSuitable = (
  viewer: ViewerCriteria,
  today: string,
  from: 'l' | 's',
  place: 'deck' | 'list',
): RawBuilder<boolean> => {
  const me = sql`${viewer.id}::uuid`
  return sql<boolean>`${sql.ref(`${from}.account_id`)} <> ${me} and ${matchesWantedGenders(viewer.wants)} and ${looksFor(viewer)}
    and ${agesAndDistances(viewer, today, from)}
    and ${dealbreakers(viewer, today, from)}
    and (not l.incognito or ${mayShowIncognito(viewer, sql`l.account_id`, place)})
    and ${notBlocked(me, sql`l.account_id`)} and not ${hiddenFrom(me, sql`l.account_id`)}
    and not exists (select from matches
      where a_id = least(l.account_id, ${me}) and b_id = greatest(l.account_id, ${me}) offset 0)`
}

export const isEligible = (
  viewer: ViewerCriteria,
  today: string,
  from: 'l' | 's' = 'l',
  place: 'deck' | 'list' = 'list',
): RawBuilder<boolean> =>
  sql<boolean>`${isSuitable(viewer, today, from, place)} and not ${isChosen(sql.ref(`${from}.account_id`))}`

// The part of ranking stats that an index can find for a viewer: by tile (a square of half a degree), gender and birth
// bucket.

const KM_PER_HALF_DEGREE = 55.6
const EARTH = 6371.0088
const BLOCKS_PER_ROW = 720

/** The viewer's own tile comes first. Without a place, the list is empty. */
export function tilesAround({ place, reach }: Pick<ViewerCriteria, 'place' | 'reach'>): number[] {
  if (!place) return []
  const far = reach ?? Math.max(...distances)
  const latitude = (Math.asin(place.z / EARTH) * 180) / Math.PI
  const longitude = (Math.atan2(place.y, place.x) * 180) / Math.PI
  const [row, column] = [Math.floor((latitude + 90) * 2), Math.floor((longitude + 180) * 2)]
  const tall = Math.ceil(far / KM_PER_HALF_DEGREE)
  const scale = Math.cos((Math.min(89, Math.abs(latitude) + tall / 2) * Math.PI) / 180)
  const wide = Math.min(359, Math.ceil(far / (KM_PER_HALF_DEGREE * scale)))
  const span = (count: number) =>
    Array.from({ length: 2 * count + 1 }, (_, at) => (at % 2 === 0 ? at / 2 : -(at + 1) / 2))
  return span(tall).flatMap((up) =>
    span(wide).map((aside) => (row + up) * BLOCKS_PER_ROW + ((column + aside + BLOCKS_PER_ROW) % BLOCKS_PER_ROW)),
  )
}

/** People in several groups have their own part of each index (`listings_due`). */
export const SEVERAL = 'several'

/** A group that the viewer looks for, and a group that the viewer is shown to. */
export type Way = { group: GenderGroup; seeks: GenderGroup }

/** All index lookups that find people for the viewer. Most viewers need one or a few. */
export const waysOf = ({ wants, shownTo }: Pick<ViewerCriteria, 'wants' | 'shownTo'>): Way[] =>
  shownTo.flatMap((seeks) => parseWants(wants).within.map((group) => ({ group, seeks })))

const before = <T extends GenderGroup>(group: T, groups: readonly T[]) => groups.slice(0, groups.indexOf(group))
const bits = (groups: readonly GenderGroup[]) => sql.raw(String(bitsOf(groups)))
/** This form makes the planner expect most rows to pass. For an equation, it would expect hardly any. */
const isNoneOf = (column: 'seeks' | 'shown_to', groups: readonly GenderGroup[]) =>
  groups.length === 0 ? sql<boolean>`true` : sql<boolean>`not s.${sql.ref(column)} & ${bits(groups)} > 0`

/**
 * True if the person of the row `s` looks for this group of the viewer and for no earlier one, so that no one is found
 * twice. The bit is a literal in the statement, because it selects the partial index.
 */
const isSought = ({ shownTo }: Pick<ViewerCriteria, 'shownTo'>, seeks: GenderGroup) =>
  sql<boolean>`s.seeks & ${bits([seeks])} > 0 and ${isNoneOf('seeks', before(seeks, shownTo))}`

export const isFoundBy = (viewer: Pick<ViewerCriteria, 'wants' | 'shownTo'>, { group, seeks }: Way) =>
  sql<boolean>`${isSought(viewer, seeks)} and s.shown_to & ${bits([group])} > 0
    and ${isNoneOf('shown_to', before(group, parseWants(viewer.wants).within))}`

const BUCKET_YEARS = 30

/** Starts with the bucket that covers most of the wanted ages. */
export function birthBuckets({ ageMin, ageMax }: Pick<ViewerCriteria, 'ageMin' | 'ageMax'>, today: string): number[] {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number)
  const now = year + (month - 1) / 12 + day / 366
  const [first, last] = [now - ageMax - 1, now - ageMin]
  const from = Math.floor(first / BUCKET_YEARS)
  return Array.from({ length: Math.floor(last / BUCKET_YEARS) - from + 1 }, (_, at) => {
    const bucket = from + at
    return { bucket, years: Math.min(last, (bucket + 1) * BUCKET_YEARS) - Math.max(first, bucket * BUCKET_YEARS) }
  })
    .toSorted((a, b) => b.years - a.years)
    .map(({ bucket }) => bucket)
}

/**
 * Far away, members without a distance limit find only others without one, in indexes that don't depend on the tile.
 * They find everyone else by tile.
 */
export const hasLimitToo = ({ reach }: Pick<ViewerCriteria, 'reach'>): RawBuilder<boolean> =>
  reach === null ? sql<boolean>`s.reach is not null` : sql<boolean>`true`
export const withoutLimit = sql<boolean>`s.reach is null`

export function rankedInReach(viewer: ViewerCriteria, today: string): RawBuilder<unknown> {
  const groups = [...parseWants(viewer.wants).within, SEVERAL]
  const ranked = (where: RawBuilder<boolean>) =>
    sql.join(
      viewer.shownTo.map(
        (seeks) => sql`
          select * from ranking_stats s where ${where} and s.gender_group = any(${groups}::text[])
            and s.birth_bucket = d.bucket and ${isSought(viewer, seeks)}
            and s.shown_to & ${bits(parseWants(viewer.wants).within)} > 0`,
      ),
      sql` union all `,
    )
  const near = ranked(sql`s.tile = any(${tilesAround(viewer)}::int[]) and ${hasLimitToo(viewer)}`)
  return sql`unnest(${birthBuckets(viewer, today)}::smallint[]) d(bucket) cross join lateral (
    ${viewer.reach === null ? sql`${near} union all ${ranked(withoutLimit)}` : near} offset 0) s`
}
