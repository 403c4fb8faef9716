import { ApiError, type ListedPerson, type Person, type Picture, type SearchQuery } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../http/session.ts'
import { later } from '../../infra/clock.ts'
import { fitsOf } from '../compatibility/service.ts'
import {
  addressed,
  ageOn,
  isOnline,
  missingIn,
  ONLINE_FOR,
  said,
  shownPictures,
  type KeptPicture,
} from '../users/service.ts'
import * as queries from './queries.ts'
import { distanceInKm, distanceInWords } from './rules.ts'

export { areMatched, distanceTo, fits, liked, notBlocked, rowsOf, type Looking } from './queries.ts'

export const today = ({ clock }: Pick<Deps, 'clock'>): string => clock.now().toISOString().slice(0, 10)

/** Whoever looks at people has said who they are: otherwise nobody could be kept from them. */
export function lookingAs(context: Pick<Deps, 'clock'>, { account, profile }: Viewer): queries.Looking {
  const missing = missingIn(account, profile)
  if (!profile || missing.length > 0)
    throw new ApiError('profile_incomplete', 'Please finish your profile first. Others have done so, too.', {
      errors: missing,
    })
  const { x, y, z, level } = profile
  return {
    id: account.id,
    age: ageOn(account.date_of_birth!, context.clock.now()),
    gender: profile.gender!,
    wants: profile.interested_in.map((each) => each.toLowerCase()),
    ageMin: profile.age_min,
    ageMax: profile.age_max,
    reach: profile.reach,
    filters: (profile.filters ?? {}) as object,
    basics: (profile.basics ?? {}) as object,
    intention: profile.intention,
    photoChecked: account.photo_checked_at !== null,
    place: x === null || y === null || z === null ? null : { x, y, z, level },
  }
}

type Showing = Pick<Deps, 'keys' | 'clock'>
/** What decides how much of somebody this viewer sees. */
export type Between = { viewer: Viewer; matched: boolean }

/** A person as another member sees them. */
export function personFor(context: Showing, { viewer, matched }: Between, row: queries.PersonRow): Person {
  const now = context.clock.now()
  const seesPresence = row.show_last_active && viewer.account.show_last_active
  const kept = (row.profile.pictures as unknown as KeptPicture[]).filter(
    ({ review, audience }) => review === 'shown' && (matched || audience === 'everyone'),
  )
  const shown = addressed(context, viewer.account.id, kept).map(
    ({ position: _position, audience: _audience, review: _review, ...picture }): Picture => ({ ...picture, name: '' }),
  )
  return {
    _id: row.id,
    firstName: row.first_name,
    name: row.first_name,
    ...said(row.profile),
    age: row.hide_age ? null : ageOn(row.date_of_birth, now),
    ...shownPictures(shown, kept[0]?.position === 0),
    photoChecked: row.photo_checked_at !== null,
    isOnline: seesPresence && isOnline(row, now),
    lastActive: seesPresence ? (row.last_active_at?.toISOString() ?? null) : null,
  }
}

/** How near, as far as it is told; how well it goes together comes from whoever knows. */
export function closeness(row: queries.PersonRow, viewer: Viewer, compatibilityScore: number | null) {
  const bucket = row.hide_distance ? null : row.distance
  return {
    distance: distanceInKm(bucket),
    distanceFormatted: distanceInWords(bucket, viewer.account.units),
    compatibilityScore,
  }
}

/** These people, as the viewer sees them in a list. */
export async function listed(context: Deps, viewer: Viewer, ids: readonly string[]): Promise<ListedPerson[]> {
  const [rows, fits] = await Promise.all([
    queries.rowsOf(context.db, lookingAs(context, viewer), ids),
    fitsOf(context, viewer.account.id, ids),
  ])
  return rows.map((row) => ({
    ...personFor(context, { viewer, matched: false }, row),
    ...closeness(row, viewer, fits.get(row.id)?.score.score ?? null),
  }))
}

/** One's matches, as people: what is for matches alone is among it. */
export async function matchedPeople(
  context: Deps,
  viewer: Viewer,
  ids: readonly string[],
): Promise<Map<string, Person>> {
  const rows = await queries.rowsOf(context.db, lookingAs(context, viewer), ids)
  return new Map(rows.map((row) => [row.id, personFor(context, { viewer, matched: true }, row)]))
}

/** Whether somebody may be looked at, and chosen. */
export async function canReach(
  { db }: Pick<Deps, 'db'>,
  viewerId: string,
  id: string,
): Promise<{ matched: boolean } | null> {
  const reached = id === viewerId ? undefined : await queries.reachable(db, viewerId, id)
  if (!reached) return null
  const { state, incognito, likes_me, matched } = reached
  return matched || (state === 'active' && (!incognito || likes_me)) ? { matched } : null
}

/** Why something of somebody is not there to be seen. */
function hidden(row: queries.PersonRow, viewer: Viewer) {
  const their = (there: boolean, field: 'age' | 'distance' | 'lastActive', why: string) =>
    there ? [{ field, why }] : []
  return [
    ...their(row.hide_age, 'age', 'They do not show their age.'),
    ...their(row.hide_distance, 'distance', 'They do not show how far away they are.'),
    ...(viewer.account.show_last_active
      ? []
      : their(true, 'lastActive', 'You do not show when you were here last, so you do not see it of others.')),
  ]
}

const nobody = () => new ApiError('not_found', 'There is no such person.')

export async function onePerson(context: Deps, viewer: Viewer, id: string) {
  const looking = lookingAs(context, viewer)
  const reached = await canReach(context, viewer.account.id, id)
  if (!reached) throw nobody()
  const [[row], fits] = await Promise.all([
    queries.rowsOf(context.db, looking, [id]),
    fitsOf(context, viewer.account.id, [id]),
  ])
  if (!row) throw nobody()
  return {
    user: personFor(context, { viewer, matched: reached.matched }, row),
    privacyInfo: { hidden: hidden(row, viewer) },
    ...closeness(row, viewer, fits.get(id)?.score.score ?? null),
  }
}

type Paged = { page: number; limit: number }

async function page(context: Deps, viewer: Viewer, wish: queries.Wish, { page, limit }: Paged) {
  const looking = lookingAs(context, viewer)
  // Whoever paused is not shown to others, and others are not shown to them.
  const found =
    viewer.account.state === 'paused'
      ? { ids: [], total: 0 }
      : await queries.find(context.db, looking, wish, today(context), page, limit)
  return {
    users: await listed(context, viewer, found.ids),
    pagination: { page, limit, total: found.total, pages: Math.ceil(found.total / limit) },
  }
}

export const listPeople = (context: Deps, viewer: Viewer, paged: Paged) => page(context, viewer, {}, paged)

const several = (text: string | undefined): string[] | undefined => {
  const parts = text?.split(',').flatMap((part) => part.trim().toLowerCase() || [])
  return parts?.length ? parts : undefined
}

const keepable = (text: string | undefined) => {
  const trimmed = text?.trim().normalize('NFC')
  return trimmed || undefined
}

export async function search(context: Deps, viewer: Viewer, query: SearchQuery) {
  const texts = [query.q, query.city, query.gender, query.interests, query.languages]
  // What nothing can hold finds nobody, and is not asked for.
  const unfit = texts.some((each) => each !== undefined && (!each.isWellFormed() || each.includes('\0')))
  const wish: queries.Wish = {
    words: keepable(query.q),
    minAge: query.minAge,
    maxAge: query.maxAge,
    genders: several(query.gender),
    distance: query.distance,
    city: keepable(query.city),
    intention: query.intention,
    interests: several(query.interests),
    languages: several(query.languages),
    // Who does not show when they were here does not see it of others: nobody is online for them.
    onlineSince: query.online === 'true' ? onlineSince(context, viewer) : undefined,
    verified: query.verified === 'true',
  }
  const { users, pagination } = unfit
    ? { users: [], pagination: { page: query.page, limit: query.limit, total: 0, pages: 0 } }
    : await page(context, viewer, wish, query)
  return {
    users,
    pagination: {
      ...pagination,
      hasNext: query.page < pagination.pages,
      hasPrev: query.page > 1 && pagination.pages > 0,
    },
    searchParams: Object.fromEntries(
      Object.entries(query).flatMap(([key, value]) =>
        value === undefined || value === '' || key === 'page' || key === 'limit' ? [] : [[key, String(value)]],
      ),
    ),
  }
}

const onlineSince = ({ clock }: Deps, { account }: Viewer): Date | null =>
  account.show_last_active ? later(clock.now(), -ONLINE_FOR) : null

const MOST_SEARCHES = 20

export async function searchesOf({ db }: Deps, { account }: Viewer) {
  return (await queries.searchesOf(db, account.id)).map(({ id, name, query, created_at }) => ({
    _id: id,
    name,
    query: query as Record<string, string>,
    createdAt: created_at.toISOString(),
  }))
}

export async function saveSearch(context: Deps, viewer: Viewer, name: string, query: Record<string, string>) {
  if ((await searchesOf(context, viewer)).length >= MOST_SEARCHES)
    throw new ApiError('conflict', `At most ${MOST_SEARCHES} searches. Please drop one first.`)
  await queries.keepSearch(context.db, viewer.account.id, name, query, context.clock.now())
  return searchesOf(context, viewer)
}
