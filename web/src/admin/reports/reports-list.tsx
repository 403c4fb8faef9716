import type { Report } from '@kindred/contract/moderation/report'
import { lazy, Suspense } from 'react'
import { useLingui } from '@lingui/react/macro'
import { toReport } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { useListKeys } from '../../ui/list-keys.ts'
import { matchesText } from '../../ui/folded.ts'
import { Spinner } from '../../ui/pieces.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { useWide } from '../../ui/use-wide.ts'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useSelection } from '../batches/use-selection.ts'
import { useCountText } from '../count-text.ts'
import { SplitView } from '../split-view.tsx'
import { isOpen } from './marks.tsx'
import { SEARCH_ID } from './report-filters.tsx'
import { ReportsTable } from './reports-table.tsx'
import type { KnownParams, ReportParams } from './use-reports.ts'
import { tableFootClass } from '../../ui/classes.ts'
import { IfAllowed } from '../if-allowed.tsx'
import { type RowCount, rowCounts } from '../use-rows.ts'

const BulkBar = lazy(() => import('./reports-bulk-bar.tsx').then((all) => ({ default: all.BulkBar })))

const ReportQuickLook = lazy(() => import('./report-quick-look.tsx'))

type Props = {
  params: KnownParams
  page: { reports: readonly Report[]; pagination: Pages }
  rows: { shown: RowCount; onChange: (rows: RowCount) => void }
  /** The search text as typed. Until the server responds, only matching rows are shown. */
  typed: string | null
  onGo: (change: ReportParams) => void
  onReply: (report: Report) => void
  onResolve: (report: Report) => void
}

export function ReportsList({ params, page, rows, typed, onGo, onReply, onResolve }: Props) {
  const { t } = useLingui()
  const { pagination } = page
  const reports = page.reports.filter(
    ({ _id, description, user }) => typed === null || matchesText([_id, description, user.name, user.email], typed),
  )
  const selection = useSelection(
    params,
    reports.map(({ _id }) => _id),
    pagination.total,
  )
  const isWide = useWide()
  const { at, leave } = useKeys(reports, isWide, onReply, onResolve, selection.toggle, selection.clear)
  const current = isWide && at !== null ? reports[at] : undefined
  if (typed !== null && reports.length === 0) return <Spinner label={t`Searching…`} />
  return (
    <SplitView
      panel={current && <ReportQuickLook report={current} onClose={leave} onReply={onReply} onResolve={onResolve} />}
    >
      <IfAllowed may="users.bulk">
        {selection.selected.size > 0 && (
          <Suspense>
            <BulkBar selection={selection} fitting={pagination.total} params={params} />
          </Suspense>
        )}
      </IfAllowed>
      <ReportsTable
        reports={reports}
        at={at}
        isNarrow={current !== undefined}
        selected={selection.selected}
        onSelect={selection.select}
        order={params.order ?? ''}
        onOrder={(order) => onGo({ order, page: '' })}
        onReply={onReply}
        onResolve={onResolve}
      />
      <Foot
        pagination={pagination}
        rows={rows.shown}
        onRows={(next) => {
          rows.onChange(next)
          onGo({ page: '' })
        }}
        onPage={(next) => onGo({ page: String(next) })}
      />
    </SplitView>
  )
}

/** j and k move through the list, Enter opens a report, r replies, e resolves, x selects, and n opens the notes. */
function useKeys(
  reports: readonly Report[],
  byClick: boolean,
  onReply: (report: Report) => void,
  onResolve: (report: Report) => void,
  onSelect: (id: string) => void,
  onEscape: () => void,
) {
  const open = ({ _id }: Report, hash?: string) => void navigate({ ...toReport(_id), ...(hash ? { hash } : {}) })
  return useListKeys({
    rows: reports,
    searchId: SEARCH_ID,
    on: {
      Enter: (report) => open(report),
      n: (report) => open(report, 'note'),
      r: (report) => !report.byRule && onReply(report),
      x: ({ _id }) => onSelect(_id),
      e: (report) => isOpen(report) && onResolve(report),
    },
    onEscape,
    keyOf: ({ _id }) => _id,
    byClick,
  })
}

type Pages = { page: number; limit: number; total: number; pages: number }

function Foot({
  pagination: { page, limit, total, pages },
  rows,
  onRows,
  onPage,
}: {
  pagination: Pages
  rows: RowCount
  onRows: (rows: RowCount) => void
  onPage: (page: number) => void
}) {
  const { t } = useLingui()
  const { range } = useFormats()
  const all = useCountText()(total, 'so far')
  const shown = range(Math.min(total, (page - 1) * limit + 1), Math.min(total, page * limit))
  return (
    <div className={tableFootClass}>
      <span className="tabular-nums">{t`${shown} of ${all}`}</span>
      {total > Number(rowCounts[0]) && (
        <FilterSelect
          className="w-auto! min-w-28 phone:hidden"
          label={t`Rows`}
          options={rowCounts.map((value) => ({ value, name: value }))}
          value={rows}
          onChange={onRows}
        />
      )}
      {pages > 1 && <Pager page={page} pages={pages} onPage={onPage} />}
    </div>
  )
}
