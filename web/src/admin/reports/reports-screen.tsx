import type { Report } from '@kindred/contract/moderation/report'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { errorText, reportErrorText, texts } from '../../api/error-text.ts'
import { statusOf } from '../../api/queries.ts'
import { useSettings } from '../../api/settings.ts'
import { Button } from '../../ui/button.tsx'
import { usePage } from '../../ui/page.ts'
import { ErrorNote, Spinner } from '../../ui/pieces.tsx'
import { QueryProblem } from '../../ui/problem.tsx'
import { useTypedSearch } from '../../ui/use-typed-search.ts'
import { FiguresProblem } from '../figures-problem.tsx'
import { SavedViews } from '../saved-views.tsx'
import { useLastPage } from '../use-last-page.ts'
import { ClaimButton } from './claim-button.tsx'
import { ReplyDialog } from './reply-dialog.tsx'
import { ReportCards } from './report-cards.tsx'
import { ReportFilters } from './report-filters.tsx'
import { ReportsList } from './reports-list.tsx'
import { useInterruptedReply } from './use-interrupted-reply.ts'
import { useReports, useSetStatus, withSearch, type KnownParams, type ReportParams } from './use-reports.ts'

export default function ReportsScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  const { params, go, open, list, figures } = useReports()
  const [replying, setReplying] = useState<Report>()
  const [alert, setAlert] = useState<string>()
  const setStatus = useSetStatus((error) => setAlert(reportErrorText(error, texts.reportStatus)))
  usePage(t`Reports Management`, brand)
  const status = statusOf(list)
  const typed = useTypedSearch(params.search ?? '', (search) => go({ search, page: '' }))
  useLastPage(list.data?.data.pagination, (page) => go({ page }))
  useInterruptedReply(list.data?.data.reports, setReplying)
  const refresh = () => {
    if (typed.isPending) typed.searchNow()
    else void list.refetch()
    void figures.refetch()
  }
  const resolve = (report: Report) => {
    setAlert(undefined)
    setStatus.mutate({ report, status: 'resolved' })
  }
  return (
    <>
      <Head overdue={figures.data?.data.overdue ?? 0} params={params} onGo={go} onOpen={open} />
      {!figures.isError && <ReportCards figures={figures.data?.data} />}
      <FiguresProblem query={figures} />
      <ErrorNote>{alert}</ErrorNote>
      <section className="card overflow-clip p-0" aria-label={t`Reports`}>
        <ReportFilters params={params} typed={typed} busy={list.isFetching} onGo={go} onRefresh={refresh} />
        {status === 'loading' && <Spinner label={t`Loading reports data...`} />}
        {status === 'failed' && (
          <div className="p-4">
            <QueryProblem query={list} text={<Trans>Error loading reports: {errorText(list.error)}</Trans>} />
          </div>
        )}
        {list.data && (
          <ReportsList
            // What is chosen while the server still searches must stay when it answers.
            params={withSearch(params, typed.wanted)}
            page={list.data.data}
            typed={typed.isPending || list.isPlaceholderData ? typed.text : null}
            onGo={go}
            onReply={setReplying}
            onResolve={resolve}
          />
        )}
      </section>
      {replying && <ReplyDialog report={replying} onClose={() => setReplying(undefined)} />}
    </>
  )
}

type HeadProps = {
  overdue: number
  params: KnownParams
  onGo: (change: ReportParams) => void
  onOpen: (params: ReportParams) => void
}

const Head = ({ overdue, params, onGo, onOpen }: HeadProps) => (
  <div className="flex flex-wrap items-center justify-between gap-3">
    <h1>
      <Trans>Reports Management</Trans>
    </h1>
    <span className="flex flex-wrap gap-2">
      <Overdue count={overdue} on={params.overdue === 'true'} onGo={onGo} />
      <SavedViews list="reports" search={params} onOpen={onOpen} />
      <ClaimButton />
    </span>
  </div>
)

/** How many are late, and the way to them. */
function Overdue({ count, on, onGo }: { count: number; on: boolean; onGo: (change: ReportParams) => void }) {
  const { i18n } = useLingui()
  if (count === 0 && !on) return null
  return (
    <Button
      tone={on ? 'soft' : 'danger'}
      aria-pressed={on}
      onClick={() => onGo({ overdue: on ? '' : 'true', order: on ? '' : 'due', page: '' })}
    >
      <Trans>{i18n.number(count)} overdue</Trans>
    </Button>
  )
}
