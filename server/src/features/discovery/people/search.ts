import { ApiError, type SearchQuery } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { asMember, unitOfWork } from '../../../work.ts'
import { later } from '../../../infra/clock.ts'
import { ONLINE_FOR } from '../../profiles/index.ts'
import { checkLimit, listAccounts, readsAsOffice, searchAccounts } from '../accounts/as-staff.ts'
import * as queries from './queries.ts'
import { listed, lookingAs, today } from './service.ts'

type Paged = { page: number; limit: number }

async function page(context: Deps, viewer: Viewer, wish: queries.Wish, { page, limit }: Paged) {
  const looking = lookingAs(context, viewer)
  // Whoever paused is not shown to others, and others are not shown to them.
  const found =
    viewer.account.state === 'paused'
      ? { ids: [], total: 0 }
      : await queries.find(context, looking, wish, today(context), { page, limit })
  return {
    users: await listed(context, viewer, found.ids),
    pagination: { page, limit, total: found.total, pages: Math.ceil(found.total / limit) },
  }
}

/** Who fits, or, for staff who meet nobody, all accounts. */
export function listPeople(context: Deps, viewer: Viewer, paged: Paged) {
  checkLimit(viewer, paged.limit)
  return readsAsOffice(context, viewer) ? listAccounts(context, viewer, paged) : page(context, viewer, {}, paged)
}

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
    onlineSince: query.online === 'true' ? onlineSince(context, viewer) : undefined,
    verified: query.verified === 'true',
  }
  const { users, pagination } = unfit
    ? { users: [], pagination: { page: query.page, limit: query.limit, total: 0, pages: 0 } }
    : await found(context, viewer, wish, query)
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

function found(context: Deps, viewer: Viewer, wish: queries.Wish, query: SearchQuery) {
  if (!readsAsOffice(context, viewer)) return page(context, viewer, wish, query)
  const { distance: _distance, ...others } = wish
  return searchAccounts(context, viewer, { ...others, withPictures: query.withPictures === 'true' }, query)
}

/** Who does not show when they were here does not see it of others: nobody is online for them. Staff see it of everybody. */
const onlineSince = (context: Deps, viewer: Viewer): Date | null =>
  viewer.account.show_last_active || readsAsOffice(context, viewer) ? later(context.clock.now(), -ONLINE_FOR) : null

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
  const accountId = viewer.account.id
  await unitOfWork(context, asMember(accountId), async ({ tx, now }) => {
    await queries.lockSearches(tx, accountId)
    if ((await queries.searchesOf(tx, accountId)).length >= MOST_SEARCHES)
      throw new ApiError('conflict', `At most ${MOST_SEARCHES} searches. Please drop one first.`)
    await queries.keepSearch(tx, accountId, name, query, now)
  })
  return searchesOf(context, viewer)
}
