import {
  ApiError,
  isLive,
  type ListedPerson,
  normalized,
  type Person,
  type ProfileField,
  type ProfileValues,
  type SavedQuery,
  type SearchQuery,
} from '@kindred/contract'
import { spoken } from '@kindred/contract/profiles/suggestions'
import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { assertLimit, listAccounts, readsAsStaff, searchAccounts } from '../accounts/accounts.ts'
import { comparisonsOf, explainFriends, explainScore } from '../compatibility/compatibility.ts'
import { assertComplete, assertMayLook, today, viewerCriteria, refusePaidFilter } from '../eligibility/eligibility.ts'
import { needsPremium, parseFieldFilters, searchFilters } from '../eligibility/field-filters.ts'
import {
  findPeople,
  haveCrossedPaths,
  type PersonRow,
  personRows,
  personRowsIf,
  pictureWithRelation,
  type SearchFilters,
  suitableAmong,
} from './queries.ts'
import { VIEW_BITS, viewBit } from './rules.ts'
import { canReach, noSuchPerson, reachablePerson } from './reachable-person.ts'
import { friendPictures } from '../friends/queries.ts'
import { assertOffered, outlookOf } from './distances.ts'
import { toCloseness, toHiddenFields, toListedPerson, toPerson } from './to-person.ts'
import { fieldsOf, profileValuesOf } from '../../operations/index.ts'
import {
  afterTrips,
  assertIntentions,
  hasEligibleOnly,
  keyOfValue,
  keysLikeValue,
  ONLINE_FOR,
  storedForms,
} from '../../profiles/index.ts'
import type { Answering } from '../../../http/caller.ts'
import { consentRequired, isPremium, mayUseSpecialCategory, type Viewer } from '../../../http/session.ts'
import { days, later } from '../../../infra/clock.ts'
import type { Tx } from '../../../infra/db/db.ts'

/** True if the viewer can see the person now, or had contact with them before (people/queries.ts). */
export async function couldSee(tx: Tx, viewerId: string, id: string): Promise<boolean> {
  if (id === viewerId || (await canReach({ db: tx }, viewerId, id))) return true
  return haveCrossedPaths(tx, viewerId, id)
}

export async function couldSeePicture(tx: Tx, viewerId: string, publicId: string): Promise<boolean> {
  const picture = await pictureWithRelation(tx, viewerId, publicId)
  if (!picture) return false
  if (picture.sent || picture.owner === viewerId) return true
  return picture.shown && couldSee(tx, viewerId, picture.owner)
}

/** The number of different people a member can see in a day. Copying a million profiles would take a thousand days. */
const SEEN_A_DAY = 1000

/** Of a thousand people, about sixty map to a bit that is already set, in the viewer's favor. */
function toBits(ids: readonly string[]): string {
  const bits = new Uint8Array(VIEW_BITS / 8)
  for (const id of ids) {
    const bit = viewBit(id)
    bits[bit >> 3] = (bits[bit >> 3] ?? 0) | (128 >> (bit & 7))
  }
  return Buffer.from(bits).toString('hex')
}

type Spending = Pick<Deps, 'db' | 'clock' | 'config'>

const isCounted = ({ account }: Viewer, ids: readonly string[]): boolean => ids.length > 0 && !account.is_admin

const dayOf = (now: Date): string => now.toISOString().slice(0, 10)

/**
 * Counts these people as shown today, and returns a row if they are within the day's limit. They can be blocked
 * and reported until the end of the next month, even if they hide.
 */
const spending = ({ clock, config }: Spending, { account }: Viewer, ids: readonly string[]) => {
  const most = config.RATE_LIMIT === 'on' ? SEEN_A_DAY : VIEW_BITS
  const [month, before] = [
    sql`date_trunc('month', excluded.day::timestamp)`,
    sql`v.seen | coalesce(v.seen_this_month, v.seen)`,
  ]
  return sql`
    insert into views as v (viewer_id, day, seen)
    values (${account.id}, ${dayOf(clock.now())}, ('x' || ${toBits(ids)})::bit(8192))
    on conflict (viewer_id) do update set day = excluded.day,
      seen = case when v.day = excluded.day then v.seen | excluded.seen else excluded.seen end,
      seen_this_month = case when v.day = excluded.day then v.seen_this_month
        when v.day >= ${month} then ${before} end,
      seen_last_month = case when v.day >= ${month} then v.seen_last_month
        when v.day >= ${month} - interval '1 month' then ${before} end
    where v.day <> excluded.day or bit_count(v.seen | excluded.seen) <= greatest(${most}::int, bit_count(v.seen))
    returning 1`
}

async function noteIncognito({ db, clock }: Spending, { account }: Viewer, rows: readonly PersonRow[]) {
  const ids = rows.flatMap(({ id, incognito }) => (incognito ? [id] : []))
  if (ids.length === 0) return
  await sql`
    insert into incognito_shown (viewer_id, person_id, at)
    select ${account.id}, id, ${clock.now()} from unnest(${ids}::uuid[]) id
    on conflict do nothing`.execute(db)
}

function tooMany(now: Date): ApiError {
  const midnight = new Date(`${dayOf(now)}T00:00:00Z`).getTime() + days(1)
  return new ApiError('rate_limited', 'You’ve viewed a lot of profiles today. Please come back tomorrow.', {
    retryAfter: Math.ceil((midnight - now.getTime()) / 1000),
  })
}

/**
 * Counts each person once a day, and refuses more than the day's limit, so that no one can copy all profiles. People
 * seen today can be seen again. Matches don't count, because both agreed to see each other.
 */
async function spendViews(context: Spending, viewer: Viewer, ids: readonly string[]): Promise<void> {
  if (!isCounted(viewer, ids)) return
  const { rows } = await spending(context, viewer, ids).execute(context.db)
  if (rows.length === 0) throw tooMany(context.clock.now())
}

export async function seePeople(context: Spending, viewer: Viewer, ids: readonly string[]): Promise<PersonRow[]> {
  const rows = isCounted(viewer, ids)
    ? await personRowsIf(context.db, ids, spending(context, viewer, ids))
    : await personRows(context.db, ids)
  if (!rows) throw tooMany(context.clock.now())
  await noteIncognito(context, viewer, rows)
  return rows
}

/** Fails for people the viewer can't see. Looking at anyone but a match counts toward the day's views. */
export async function assertReached<R extends { matched: boolean }>(
  context: Deps,
  viewer: Viewer,
  id: string,
  reached: R | null,
): Promise<R> {
  // Members who withdrew their consent see only their matches, and can't find out whether anyone else exists.
  if (!reached?.matched && !mayUseSpecialCategory(viewer)) throw consentRequired('acceptSpecialCategory')
  if (!reached) throw noSuchPerson()
  if (!reached.matched) await spendViews(context, viewer, [id])
  return reached
}

export async function getPerson(context: Deps & Answering, asking: Viewer, id: string) {
  const viewer = await afterTrips(context, asking)
  assertMayLook(viewer)
  const reached = await reachablePerson(context.db, viewer.account.id, id)
  const { matched, areFriends, row } = await assertReached(context, viewer, id, reached)
  const [fields, outlook, pictures] = await Promise.all([
    fieldsOf(context),
    outlookOf(context, viewer),
    friendPictures(context.db, areFriends ? [id] : []),
  ])
  const [comparisons, eligible] = await Promise.all([
    comparisonsOf(context, viewer.account.id).explained([id]),
    eligibleOf(context, viewer, matched ? [] : [row], fields),
  ])
  const seeing = areFriends
    ? { nearness: 'befriended' as const, friend: { pictures: pictures.get(id) ?? [] } }
    : { nearness: matched ? ('matched' as const) : eligible.has(id) ? ('eligible' as const) : ('stranger' as const) }
  const score = areFriends ? null : (comparisons.get(id)?.score.score ?? null)
  return {
    user: toPerson(context, { viewer, fields, outlook, ...seeing }, row),
    privacyInfo: { hidden: toHiddenFields(row, { viewer, outlook }, context.caller.language) },
    ...toCloseness(row, { viewer, outlook }, score, context.caller.language),
  }
}

export async function getCompatibility(context: Deps & Answering, viewer: Viewer, id: string) {
  assertMayLook(viewer)
  const reached = await canReach(context, viewer.account.id, id)
  const { areFriends } = await assertReached(context, viewer, id, reached)
  return areFriends ? explainFriends(context) : explainScore(context, viewer.account.id, id)
}

/** The people among these who could match with the viewer, if any answer is for such people only. */
async function eligibleOf(
  context: Deps,
  viewer: Viewer,
  rows: readonly PersonRow[],
  fields: readonly ProfileField[],
): Promise<ReadonlySet<string>> {
  const ids = rows.flatMap((row) => (hasEligibleOnly(fields, row.profile) ? [row.id] : []))
  if (ids.length === 0 || viewer.account.state === 'paused') return new Set()
  return new Set(await suitableAmong(context.db, await viewerCriteria(context, viewer), today(context), ids))
}

/** With `areEligible`, the caller has found people who could match. */
export async function listedPeople(
  context: Deps & Answering,
  viewer: Viewer,
  ids: readonly string[],
  areEligible = false,
): Promise<ListedPerson[]> {
  assertComplete(viewer)
  if (viewer.account.state === 'paused') return []
  const [outlook, rows, comparisons, fields] = await Promise.all([
    outlookOf(context, viewer),
    seePeople(context, viewer, ids),
    comparisonsOf(context, viewer.account.id).explained(ids),
    fieldsOf(context),
  ])
  const eligible = areEligible ? new Set(ids) : await eligibleOf(context, viewer, rows, fields)
  return rows.map((row) => {
    const nearness = eligible.has(row.id) ? 'eligible' : 'stranger'
    const score = comparisons.get(row.id)?.score.score ?? null
    return toListedPerson(context, { viewer, nearness, fields, outlook }, row, score)
  })
}

type Seeing = { viewer: Viewer; matched: boolean; friends: ReadonlySet<string> }

/**
 * Returns people that the viewer is or was matched with. Current matches also see photos that are for matches only.
 * `friends` are those of them who matched as friends.
 */
export async function peopleById(
  context: Deps & Answering,
  { viewer, matched, friends }: Seeing,
  ids: readonly string[],
): Promise<Map<string, Person>> {
  assertMayLook(viewer)
  const [rows, fields, outlook, pictures] = await Promise.all([
    personRows(context.db, ids),
    fieldsOf(context),
    outlookOf(context, viewer),
    friendPictures(context.db, [...friends]),
  ])
  const perspective = (id: string) =>
    friends.has(id)
      ? {
          nearness: matched ? ('befriended' as const) : ('stranger' as const),
          friend: { pictures: pictures.get(id) ?? [] },
        }
      : { nearness: matched ? ('matched' as const) : ('stranger' as const) }
  return new Map(
    rows.map((row) => [row.id, toPerson(context, { viewer, fields, outlook, ...perspective(row.id) }, row)]),
  )
}

type Paged = { page: number; limit: number }

async function pageOfPeople(context: Deps & Answering, asking: Viewer, filters: SearchFilters, { page, limit }: Paged) {
  const viewer = await afterTrips(context, asking)
  const criteria = await viewerCriteria(context, viewer)
  // Paused members aren't shown to others, and others aren't shown to them.
  const found =
    viewer.account.state === 'paused'
      ? { ids: [], total: 0 }
      : await findPeople(context, criteria, filters, today(context), { page, limit })
  return {
    users: await listedPeople(context, viewer, found.ids, true),
    pagination: { page, limit, total: found.total, pages: Math.ceil(found.total / limit) },
  }
}

export function listPeople(context: Deps & Answering, viewer: Viewer, paged: Paged) {
  assertLimit(viewer, paged.limit)
  return readsAsStaff(context, viewer) ? listAccounts(context, viewer, paged) : pageOfPeople(context, viewer, {}, paged)
}

/** A comma separates two values, unless a backslash before it makes it part of one. */
const toList = (text: string | undefined): string[] | undefined => {
  const values = text?.match(/(?:\\[^]|[^,\\]|\\$)+/gu)
  const parts = values?.flatMap((part) => composed(part.replaceAll(/\\([,\\])/g, '$1')) ?? [])
  return parts?.length ? parts : undefined
}

/** Suggestions are found by key, whatever language they were entered in. */
const toKeys = (keyOf: (text: string) => string, text: string | undefined) => toList(text)?.map(keyOf)

const composed = (text: string | undefined) => normalized(text?.trim() ?? '', 'NFC') || undefined

function formsOf(city: string | undefined): string[] | undefined {
  const name = composed(city)
  return name === undefined ? undefined : storedForms(name)
}

/** A saved search may name an intention that was retired since. */
function liveIntention(values: ProfileValues | undefined, intention: string | undefined): string | undefined {
  const found = values?.intentions?.find(({ id }) => id === intention)
  if (found && !isLive(found)) return undefined
  if (intention) assertIntentions(values, 'intention', [intention])
  return intention
}

type Settings = { fields: readonly ProfileField[]; values: ProfileValues | undefined }

export const toFilters = (
  context: Deps,
  viewer: Viewer,
  query: SearchQuery,
  { fields, values }: Settings,
): SearchFilters => ({
  words: composed(query.q),
  minAge: query.minAge,
  maxAge: query.maxAge,
  genders: toList(query.gender?.toLowerCase()),
  distance: query.distance,
  cities: formsOf(query.city),
  intention: liveIntention(values, query.intention),
  interestsLike: keysLikeValue(values, composed(query.q) ?? ''),
  interests: toKeys((text) => keyOfValue(values, 'interests', text), query.interests),
  languages: toKeys(spoken.keyOf, query.languages),
  onlineSince: query.online === 'true' ? onlineSince(context, viewer) : undefined,
  verified: query.verified === 'true',
  withPictures: query.withPictures === 'true',
  newHere: query.newHere === 'true',
  fields: searchFilters(fields, parseFieldFilters(query.fields)),
})

export const toSearchParams = ({ page: _page, limit: _limit, ...filters }: SavedQuery & Partial<SearchQuery>) =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([key, value]) =>
      value === undefined || value === '' ? [] : [[key, String(value)]],
    ),
  )

/** The deck's filter for verified photos is part of Premium, so the search's is, too. */
export async function assertMaySearch(
  context: Deps,
  viewer: Viewer,
  query: { verified?: string | undefined; fields?: string | undefined },
  fields: readonly ProfileField[],
): Promise<void> {
  const isFree = query.verified !== 'true' && !needsPremium(fields, parseFieldFilters(query.fields))
  if (isFree || readsAsStaff(context, viewer)) return
  if (!isPremium(viewer.account, context.clock.now())) await refusePaidFilter(context)
}

export async function searchPeople(context: Deps & Answering, viewer: Viewer, query: SearchQuery) {
  const [fields, values] = await Promise.all([fieldsOf(context), profileValuesOf(context)])
  await assertMaySearch(context, viewer, query, fields)
  await assertOffered(context, query.distance)
  const texts = [query.q, query.city, query.gender, query.interests, query.languages]
  // The database refuses lone surrogates and NUL characters, so no profile contains them.
  const isImpossible = texts.some((each) => each !== undefined && (!each.isWellFormed() || each.includes('\0')))
  const { users, pagination } = isImpossible
    ? { users: [], pagination: { page: query.page, limit: query.limit, total: 0, pages: 0 } }
    : await runSearch(context, viewer, query, { fields, values })
  return {
    users,
    pagination: {
      ...pagination,
      hasNext: query.page < pagination.pages,
      hasPrev: query.page > 1 && pagination.pages > 0,
    },
    searchParams: toSearchParams(query),
  }
}

function runSearch(context: Deps & Answering, viewer: Viewer, query: SearchQuery, settings: Settings) {
  const filters = toFilters(context, viewer, query, settings)
  if (!readsAsStaff(context, viewer)) return pageOfPeople(context, viewer, filters, query)
  const { distance: _distance, fields: _fields, newHere: _newHere, ...others } = filters
  return searchAccounts(context, viewer, others, query)
}

/** Members who hide when they were last active don't see when others were. Staff see it for everyone. */
const onlineSince = (context: Deps, viewer: Viewer): Date | null =>
  viewer.account.show_last_active || readsAsStaff(context, viewer) ? later(context.clock.now(), -ONLINE_FOR) : null
