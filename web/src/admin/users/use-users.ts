import { useMay } from '../../session/rights.ts'
import { userSorts, type AdminUser } from '@kindred/contract/moderation/administration'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { readQuery, reload } from '../../api/queries.ts'
import { backOffice } from '../../api/staff-client.ts'
import { dayIn, idIn, withoutUndefined, oneOf, periodIn, textIn } from '../../api/params.ts'
import { withRetry } from '../../api/retry.ts'
import { paths, type Search } from '../../paths.ts'
import { navigate, currentPlace } from '../../router/navigation.ts'
import { useSearch } from '../../router/place.ts'

export const statuses = ['all', 'active', 'inactive', 'online', 'verified'] as const
export const types = ['all', 'vip', 'free'] as const

export type Filters = {
  search: string
  status: (typeof statuses)[number]
  type: (typeof types)[number]
  sort: (typeof userSorts)[number]
  /** Filters set by links in charts. */
  joined: string
  gender: string
  age: (typeof ages)[number] | ''
  complete: 'true' | ''
  until: string
  label: string
}

const LIMIT = '1000'
const ages = ['18-25', '26-35', '36-45', '46-55', '56+'] as const
/** A page by number, or by the last user of the previous page. */
type Page = { page: string } | { after: string }
const first: Page = { page: '1' }

const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

const filtersIn = (search: Search<'/users'>): Filters => ({
  search: textIn(search.search, 200) ?? '',
  status: oneOf(statuses, search.status) ?? 'all',
  type: oneOf(types, search.type) ?? 'all',
  sort: oneOf(userSorts, search.sort) ?? 'newest',
  joined: periodIn(search.joined) ?? '',
  gender: textIn(search.gender, 40) ?? '',
  age: oneOf(ages, search.age) ?? '',
  complete: oneOf(['true'], search.complete) ?? '',
  until: dayIn(search.until) ?? '',
  label: idIn(search.label) ?? '',
})

function open(next: Partial<Filters>): void {
  const search = Object.fromEntries(
    Object.entries(next).filter(([, value]) => value !== '' && value !== 'all' && value !== 'newest'),
  )
  void navigate({ to: paths.users, search, replace: true })
}

/** The URL may already have a filter that the page doesn't show yet. */
const filter = (change: Partial<Filters>): void => open({ ...filtersIn(currentPlace().search), ...change })

export const useFilters = () => ({ filters: filtersIn(useSearch<'/users'>()), open, filter })

export const asQuery = ({ search, status, type, joined, gender, age, complete, until, label }: Omit<Filters, 'sort'>) =>
  withoutUndefined({
    status,
    type,
    search: search || undefined,
    joined: joined || undefined,
    gender: gender || undefined,
    age: age || undefined,
    complete: complete || undefined,
    until: until || undefined,
    label: label || undefined,
    timeZone: joined || until ? timeZone : undefined,
  })

export function useUsers(filters: Filters) {
  // The ids of rows without names can't serve as a cursor, so their pages are numbered.
  const byPlace = useMay()('users.read') && (filters.sort === 'newest' || filters.sort === 'oldest')
  const users = useInfiniteQuery({
    queryKey: ['listUsers', filters],
    queryFn: ({ pageParam }) =>
      withRetry(() =>
        backOffice.listUsers({ query: { ...asQuery(filters), sort: filters.sort, ...pageParam, limit: LIMIT } }),
      ),
    initialPageParam: first,
    getNextPageParam: ({ data }, all) => {
      const last = data.users.at(-1)
      if (!last || data.users.length < Number(LIMIT)) return null
      return byPlace ? { after: last._id } : { page: String(all.length + 1) }
    },
    placeholderData: keepPreviousData,
  })
  const figures = useQuery(
    readQuery(['getStatistics', timeZone], () => backOffice.getStatistics({ query: { timeZone } })),
  )
  return { users, figures }
}

export type Decision = 'activate' | 'deactivate'
type DecisionInput = {
  user: Pick<AdminUser, '_id' | 'version'>
  to: Decision
  reason?: string
  subscription?: 'keep' | 'cancel'
}

/** After a decision about a user, everything that shows users is stale. */
export function useUsersChanged() {
  const queryClient = useQueryClient()
  return () => reload(queryClient, 'listUsers', 'getUser', 'getStatistics', 'getDossier', 'listAudit', 'getTimeline')
}

export function useDecide() {
  const changed = useUsersChanged()
  return useMutation({
    mutationFn: ({ user, to, reason, subscription }: DecisionInput) => {
      const body = { ...(reason?.trim() ? { reason: reason.trim() } : {}), ...(subscription ? { subscription } : {}) }
      const input = { params: { id: user._id }, body, ifMatch: user.version }
      return to === 'activate' ? backOffice.activateUser(input) : backOffice.deactivateUser(input)
    },
    onSuccess: changed,
    // After a conflict with another administrator, show the current state.
    onError: changed,
  })
}
