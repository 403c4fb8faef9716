import { normalized, type SearchQuery } from '@kindred/contract'
import { interests, spoken } from '@kindred/contract/profiles/suggestions'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import { isPremium, type Viewer } from '../../../http/session.ts'
import { later } from '../../../infra/clock.ts'
import { ONLINE_FOR, storedForms } from '../../profiles/index.ts'
import { assertLimit, listAccounts, readsAsStaff, searchAccounts } from '../accounts/read-as-staff.ts'
import { filterNeedsPremium } from '../eligibility/rules.ts'
import { today, viewerCriteria } from '../eligibility/viewer-criteria.ts'
import { listedPeople } from './people-by-id.ts'
import { findPeople, type SearchFilters } from './search.sql.ts'

type Paged = { page: number; limit: number }

async function pageOfPeople(context: Deps & Answering, viewer: Viewer, filters: SearchFilters, { page, limit }: Paged) {
  const criteria = viewerCriteria(context, viewer)
  // Paused members aren't shown to others, and others aren't shown to them.
  const found =
    viewer.account.state === 'paused'
      ? { ids: [], total: 0 }
      : await findPeople(context, criteria, filters, today(context), { page, limit })
  return {
    users: await listedPeople(context, viewer, found.ids),
    pagination: { page, limit, total: found.total, pages: Math.ceil(found.total / limit) },
  }
}

export function listPeople(context: Deps & Answering, viewer: Viewer, paged: Paged) {
  assertLimit(viewer, paged.limit)
  return readsAsStaff(context, viewer) ? listAccounts(context, viewer, paged) : pageOfPeople(context, viewer, {}, paged)
}

const toList = (text: string | undefined): string[] | undefined => {
  const parts = text?.split(',').flatMap((part) => part.trim().toLowerCase() || [])
  return parts?.length ? parts : undefined
}

/** Suggestions are found by their key, in any language they were entered. */
const toKeys = (keyOf: (text: string) => string, text: string | undefined) => toList(text)?.map(keyOf)

const composed = (text: string | undefined) => normalized(text?.trim() ?? '', 'NFC') || undefined

function formsOf(city: string | undefined): string[] | undefined {
  const name = composed(city)
  return name === undefined ? undefined : storedForms(name)
}

const toFilters = (context: Deps, viewer: Viewer, query: SearchQuery): SearchFilters => ({
  words: composed(query.q),
  minAge: query.minAge,
  maxAge: query.maxAge,
  genders: toList(query.gender),
  distance: query.distance,
  cities: formsOf(query.city),
  intention: query.intention,
  interests: toKeys(interests.keyOf, query.interests),
  languages: toKeys(spoken.keyOf, query.languages),
  onlineSince: query.online === 'true' ? onlineSince(context, viewer) : undefined,
  verified: query.verified === 'true',
})

const toSearchParams = (query: SearchQuery) =>
  Object.fromEntries(
    Object.entries(query).flatMap(([key, value]) =>
      value === undefined || value === '' || key === 'page' || key === 'limit' ? [] : [[key, String(value)]],
    ),
  )

/** The deck's filter for verified photos is part of Premium, so the search's is, too. */
export function assertMaySearch(context: Deps, viewer: Viewer, { verified }: { verified?: string | undefined }): void {
  if (verified !== 'true' || readsAsStaff(context, viewer)) return
  if (!isPremium(viewer.account, context.clock.now())) throw filterNeedsPremium()
}

export async function searchPeople(context: Deps & Answering, viewer: Viewer, query: SearchQuery) {
  assertMaySearch(context, viewer, query)
  const texts = [query.q, query.city, query.gender, query.interests, query.languages]
  // The database refuses such texts, and no profile can contain them.
  const isImpossible = texts.some((each) => each !== undefined && (!each.isWellFormed() || each.includes('\0')))
  const { users, pagination } = isImpossible
    ? { users: [], pagination: { page: query.page, limit: query.limit, total: 0, pages: 0 } }
    : await runSearch(context, viewer, query)
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

function runSearch(context: Deps & Answering, viewer: Viewer, query: SearchQuery) {
  const filters = toFilters(context, viewer, query)
  if (!readsAsStaff(context, viewer)) return pageOfPeople(context, viewer, filters, query)
  const { distance: _distance, ...others } = filters
  return searchAccounts(context, viewer, { ...others, withPictures: query.withPictures === 'true' }, query)
}

/** Members who hide when they were last active don't see it of others either. Staff see it of everyone. */
const onlineSince = (context: Deps, viewer: Viewer): Date | null =>
  viewer.account.show_last_active || readsAsStaff(context, viewer) ? later(context.clock.now(), -ONLINE_FOR) : null
