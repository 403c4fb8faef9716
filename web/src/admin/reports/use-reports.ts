import type { Report, ReportStatus } from '@kindred/contract/reports'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { connectLive, onLive } from '../../api/live.ts'
import { office } from '../../api/office-client.ts'
import { withRetry } from '../../api/retry.ts'
import { paths } from '../../paths.ts'

export type Wish = {
  search?: string
  status?: string
  type?: string
  priority?: string
  overdue?: string
  order?: string
  page?: string
}
const keys = ['search', 'status', 'type', 'priority', 'overdue', 'order', 'page'] as const
/** What the list can be ordered by, and which way. */
export const orders = {
  newest: { sortBy: 'createdAt', sortOrder: 'desc' },
  due: { sortBy: 'due', sortOrder: 'asc' },
  priority: { sortBy: 'priority', sortOrder: 'asc' },
} as const
const LIMIT = '10'

/** What is old as soon as anybody changed anything about a report. */
export function useReportsChanged(): () => Promise<unknown> {
  const queryClient = useQueryClient()
  const changed = () =>
    Promise.all(
      ['listReports', 'getReport', 'getReportStatistics', 'getReportHistory'].map((key) =>
        queryClient.invalidateQueries({ queryKey: [key] }),
      ),
    )
  useEffect(() => {
    connectLive(queryClient)
    return onLive(({ type }) => {
      if (type === 'reports.changed') void changed()
    })
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the client is the same for the whole page
  }, [queryClient])
  return changed
}

/** Moves a report on, as it was seen: who was faster is told. */
export function useSetStatus(onFailure: (error: unknown) => void) {
  const changed = useReportsChanged()
  return useMutation({
    mutationFn: ({ report, status, reason }: { report: Report; status: ReportStatus; reason?: string }) =>
      office.setReportStatus({
        params: { id: report._id },
        body: { status, ...(reason ? { reason } : {}) },
        ifMatch: report.version,
      }),
    onSuccess: changed,
    onError: onFailure,
  })
}

/** What narrows the list, as the server is asked for it. */
export const filtersOf = ({ search, status, type, priority, overdue }: Wish) => ({
  ...(search ? { search } : {}),
  ...(status ? { status } : {}),
  ...(type ? { problem_type: type } : {}),
  ...(priority ? { priority } : {}),
  ...(overdue ? { overdue: 'true' } : {}),
})

/** The reports screen: filters in the address, one page and the figures from the server. */
export function useReports() {
  const asked = useSearch({ strict: false }) as Wish
  const navigate = useNavigate()
  const wish = Object.fromEntries(keys.flatMap((key) => (asked[key] ? [[key, asked[key]]] : []))) as Wish
  const list = useQuery({
    queryKey: ['listReports', wish],
    queryFn: () =>
      withRetry(() =>
        office.listReports({
          query: {
            ...filtersOf(wish),
            ...(wish.page ? { page: wish.page } : {}),
            ...(orders[wish.order as keyof typeof orders] ?? orders.newest),
            limit: LIMIT,
          } as never,
        }),
      ),
    placeholderData: keepPreviousData,
  })
  const figures = useQuery({
    queryKey: ['getReportStatistics'],
    queryFn: () => withRetry(() => office.getReportStatistics()),
  })
  const open = (search: Wish) => void navigate({ to: paths.reports, search: search as never, replace: true })
  const go = (change: Wish) =>
    open(Object.fromEntries(Object.entries({ ...wish, ...change }).filter(([, value]) => value)))
  return { wish, go, open, list, figures }
}
