import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { backOffice } from '../../api/staff-client.ts'
import { dayIn, idIn, textIn } from '../../api/params.ts'
import { withRetry } from '../../api/retry.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
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

/** The log, filtered by the query of the address and loaded page by page. */
export function useAudit() {
  const search = useSearch<'/audit'>()
  const filters: Filters = {
    who: idIn(search.who) ?? '',
    what: textIn(search.what, 80) ?? '',
    about: idIn(search.about) ?? '',
    from: dayIn(search.from) ?? '',
    to: dayIn(search.to) ?? '',
  }
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
  const onFilter = (change: Partial<Filters>) => {
    const next = Object.fromEntries(Object.entries({ ...filters, ...change }).filter(([, value]) => value))
    void navigate({ to: paths.audit, search: next, replace: true })
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
