import type { Report } from '@kindred/contract/reports'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { errorText, reportErrorText, texts } from '../../api/error-text.ts'
import { statusOf } from '../../api/queries.ts'
import { useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { useListKeys } from '../../ui/list-keys.ts'
import { usePage } from '../../ui/page.ts'
import { Note, Spinner } from '../../ui/pieces.tsx'
import { Pager } from '../../ui/table.tsx'
import { SavedViews } from '../saved-views.tsx'
import { ClaimButton } from './claim-button.tsx'
import { ReportCards } from './report-cards.tsx'
import { ReplyDialog } from './reply-dialog.tsx'
import { ReportFilters } from './report-filters.tsx'
import { isOpen } from './marks.tsx'
import { ReportsTable } from './reports-table.tsx'
import { useReports, useSetStatus } from './use-reports.ts'

export default function ReportsScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  const { wish, go, open, list, figures } = useReports()
  const [replying, setReplying] = useState<Report>()
  const [alert, setAlert] = useState<string>()
  const setStatus = useSetStatus((error) => setAlert(reportErrorText(error, texts.reportStatus)))
  usePage(t`Reports Management`, brand)
  const status = statusOf(list)
  const page = list.data?.data
  const resolve = (report: Report) => {
    setAlert(undefined)
    setStatus.mutate({ report, status: 'resolved' })
  }
  const at = useKeys(page?.reports ?? [], setReplying, resolve)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>
          <Trans>Reports Management</Trans>
        </h1>
        <span className="flex flex-wrap gap-2">
          <SavedViews list="reports" search={wish as Record<string, string>} onOpen={open} />
          <ClaimButton />
        </span>
      </div>
      {figures.data && <ReportCards figures={figures.data.data} />}
      {alert && (
        <Note tone="danger" live>
          {alert}
        </Note>
      )}
      {status === 'loading' && <Spinner label={t`Loading reports data...`} />}
      {status === 'failed' && (
        <Note tone="danger" live>
          <Trans>Error loading reports: {errorText(list.error)}</Trans>
        </Note>
      )}
      {page && (
        <section className="card flush" aria-label={t`Reports`}>
          <ReportFilters
            key={wish.search ?? ''}
            wish={wish}
            busy={list.isFetching}
            onGo={go}
            onRefresh={() => void list.refetch()}
          />
          <ReportsTable reports={page.reports} at={at} onReply={setReplying} onResolve={resolve} />
          <Foot pagination={page.pagination} onPage={(next) => go({ page: String(next) })} />
        </section>
      )}
      {replying && <ReplyDialog report={replying} onClose={() => setReplying(undefined)} />}
    </>
  )
}

/** j, k and Enter go through the list and into a report; r answers, e resolves, n writes a note on its page. */
function useKeys(reports: readonly Report[], onReply: (report: Report) => void, onResolve: (report: Report) => void) {
  const navigate = useNavigate()
  const open = (at: number, hash?: string) =>
    void navigate({ to: `${paths.reports}/${reports[at]!._id}`, ...(hash ? { hash } : {}) })
  return useListKeys({
    count: reports.length,
    searchId: 'reports-search',
    on: {
      Enter: (at) => open(at),
      n: (at) => open(at, 'note'),
      r: (at) => onReply(reports[at]!),
      e: (at) => isOpen(reports[at]!) && onResolve(reports[at]!),
    },
  })
}

type Pages = { page: number; limit: number; total: number; pages: number }

function Foot({
  pagination: { page, limit, total, pages },
  onPage,
}: {
  pagination: Pages
  onPage: (page: number) => void
}) {
  const { t } = useLingui()
  const [first, last] = [Math.min(total, (page - 1) * limit + 1), Math.min(total, page * limit)]
  return (
    <div className="tablefoot">
      <span className="num">{t`${first}–${last} of ${total}`}</span>
      {pages > 1 && (
        <Pager
          page={page}
          pages={pages}
          label={t`Pages`}
          previous={t`Page before`}
          next={t`Next page`}
          onPage={onPage}
        />
      )}
    </div>
  )
}
