import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { backOffice } from '../../api/staff-client.ts'
import { dayIn, idIn, textIn, withoutEmpty } from '../../api/params.ts'
import { withRetry } from '../../api/retry.ts'
import { paths, type Search } from '../../paths.ts'
import { navigate, placeNow } from '../../router/navigation.ts'
import { useSearch } from '../../router/place.ts'

export type Filters = { who: string; what: string; about: string; from: string; to: string }
/** The filters, as the calls take them. */
export type Selection = Record<'actor' | 'action' | 'subject' | 'from' | 'to', string | undefined>
const none: Filters = { who: '', what: '', about: '', from: '', to: '' }

/** A day of the viewer's, as the moment at which it begins; the last one counts whole. */
function moment(day: string, later = 0): string | undefined {
  if (!day) return undefined
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}

/** What is known of what an address says. */
const filtersIn = (search: Search<'/audit'>): Filters => ({
  who: idIn(search.who) ?? '',
  what: textIn(search.what, 80) ?? '',
  about: idIn(search.about) ?? '',
  from: dayIn(search.from) ?? '',
  to: dayIn(search.to) ?? '',
})

/** The log, filtered by the query of the address and loaded page by page. */
export function useAudit() {
  const filters = filtersIn(useSearch<'/audit'>())
  const { who, what, about, from, to } = filters
  const selection: Selection = {
    actor: who || undefined,
    action: what || undefined,
    subject: about || undefined,
    from: moment(from),
    to: moment(to, 1),
  }
  const query = useInfiniteQuery({
    queryKey: ['listAudit', selection],
    queryFn: ({ pageParam }) => withRetry(() => backOffice.listAudit({ query: { ...selection, before: pageParam } })),
    initialPageParam: '',
    getNextPageParam: ({ data }) => data.nextBefore,
  })
  const choices = useQuery({
    queryKey: ['getAuditChoices'],
    queryFn: () => withRetry(() => backOffice.getAuditChoices()),
    select: ({ data }) => data,
  })
  const checks = useQuery({
    queryKey: ['getChecks'],
    queryFn: () => withRetry(() => backOffice.getChecks()),
    select: ({ data }) => data.checks.filter(({ passed }) => !passed),
  })
  // What was chosen last may be in the address and not on the page yet.
  const onFilter = (change: Partial<Filters>) => {
    const search = withoutEmpty({ ...filtersIn(placeNow().search), ...change })
    void navigate({ to: paths.audit, search, replace: true })
  }
  return {
    query,
    choices: choices.data ?? { actors: [], actions: [] },
    failedChecks: checks.data ?? [],
    filters,
    selection,
    isFiltered: Object.values(filters).some(Boolean),
    onFilter,
    clear: () => onFilter(none),
  }
}
