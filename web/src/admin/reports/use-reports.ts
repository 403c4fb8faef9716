import {
  priorities,
  problemTypes,
  reportDetails,
  reportStatuses,
  type Priority,
  type Report,
  type ReportStatus,
} from '@kindred/contract/moderation/report'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readQuery } from '../../api/queries.ts'
import { connectLive, reloadSoon } from '../../api/live.ts'
import { backOffice } from '../../api/staff-client.ts'
import { withoutEmpty, withoutUndefined, idIn, oneOf, pageIn, textIn } from '../../api/params.ts'
import { paths, type Search } from '../../paths.ts'
import { navigate, currentPlace } from '../../router/navigation.ts'
import { useSearch } from '../../router/place.ts'
import { getSession } from '../../session/store.ts'
import { useRows } from '../use-rows.ts'
import { knownVersion, noteOwnChange } from './own-changes.ts'

export type ReportParams = Search<'/reports'>

const orders = {
  newest: { sortBy: 'createdAt', sortOrder: 'desc' },
  oldest: { sortBy: 'createdAt', sortOrder: 'asc' },
  due: { sortBy: 'due', sortOrder: 'asc' },
  priority: { sortBy: 'priority', sortOrder: 'asc' },
  leastUrgent: { sortBy: 'priority', sortOrder: 'desc' },
} as const

/** Refetches reports. The server's event for the same change doesn't cause a second fetch. */
export function useReportsChanged(): () => void {
  const queryClient = useQueryClient()
  useEffect(() => connectLive(queryClient), [queryClient])
  return () => reloadSoon(queryClient, 'reports.changed')
}

/** Changes a report's status, unless a colleague just did. In that case, the colleague's name is shown. */
export function useSetStatus(onFailure: (error: unknown) => void) {
  const changed = useReportsChanged()
  return useMutation({
    mutationFn: ({ report, status, reason }: { report: Report; status: ReportStatus; reason?: string }) =>
      backOffice.setReportStatus({
        params: { id: report._id },
        body: { status, ...(reason ? { reason } : {}) },
        ifMatch: knownVersion(report),
      }),
    onSuccess: ({ data }) => {
      noteOwnChange(data.report)
      changed()
    },
    onError: onFailure,
  })
}

/** Sets a report's priority by hand, unless a colleague just changed the report. */
export function useSetPriority(onFailure: (error: unknown) => void, onDone: () => void) {
  const changed = useReportsChanged()
  return useMutation({
    mutationFn: ({ report, priority }: { report: Report; priority: Priority }) =>
      backOffice.setReportPriority({ params: { id: report._id }, body: { priority }, ifMatch: knownVersion(report) }),
    onSuccess: ({ data }) => {
      noteOwnChange(data.report)
      changed()
      onDone()
    },
    onError: onFailure,
  })
}

/** The filters in the URL. Unknown values are ignored. */
const paramsIn = (search: ReportParams) =>
  withoutUndefined({
    search: textIn(search.search, 200),
    status: oneOf(reportStatuses, search.status),
    // “Me” stays a word in the URL, so that a shared link works for every colleague.
    assignee: oneOf(['me', 'none'], search.assignee) ?? idIn(search.assignee),
    type: oneOf(problemTypes, search.type),
    label: idIn(search.label),
    reason: oneOf(reportDetails, search.reason),
    priority: oneOf(priorities, search.priority),
    overdue: oneOf(['true'], search.overdue),
    order: oneOf(['oldest', 'due', 'priority', 'leastUrgent'], search.order),
    page: pageIn(search.page),
  })
export type KnownParams = ReturnType<typeof paramsIn>

export const withSearch = (params: KnownParams, search: string): KnownParams =>
  search === (params.search ?? '') ? params : paramsIn({ ...params, search, page: '' })

export const filtersOf = ({ search, status, assignee, type, label, reason, priority, overdue }: KnownParams) =>
  withoutUndefined({
    search,
    status,
    assignee: assignee === 'me' ? getSession().user?._id : assignee,
    problem_type: type,
    label,
    detail: reason,
    priority,
    overdue,
  })

export function useReports() {
  const params = paramsIn(useSearch<'/reports'>())
  const [rows, setRows] = useRows()
  const list = useQuery({
    ...readQuery(['listReports', params, rows], () =>
      backOffice.listReports({
        query: {
          ...filtersOf(params),
          ...(params.page ? { page: params.page } : {}),
          ...orders[params.order ?? 'newest'],
          limit: rows,
        },
      }),
    ),
    placeholderData: keepPreviousData,
  })
  const figures = useQuery(readQuery(['getReportStatistics'], backOffice.getReportStatistics))
  const open = (search: ReportParams) => void navigate({ to: paths.reports, search, replace: true })
  // The URL may already have a filter that the page doesn't show yet.
  const go = (change: ReportParams) => open(withoutEmpty({ ...paramsIn(currentPlace().search), ...change }))
  return { params, go, open, list, figures, rows: { shown: rows, onChange: setRows } }
}
