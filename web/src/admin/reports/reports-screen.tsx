import type { Report, ReportStatistics } from '@kindred/contract/moderation/report'
import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { errorText, reportErrorText, texts } from '../../api/error-text.ts'
import { usePage } from '../../api/settings.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote, Spinner } from '../../ui/pieces.tsx'
import { QueryProblem } from '../../ui/problem.tsx'
import { toast } from '../../ui/toast.tsx'
import { useTypedSearch } from '../../ui/use-typed-search.ts'
import { StatsProblem } from '../stats-problem.tsx'
import { SavedViews } from '../saved-views.tsx'
import { useLastPage } from '../use-last-page.ts'
import { ReportFilters } from './report-filters.tsx'
import { ReportsList } from './reports-list.tsx'
import { hasUnsentReply, useInterruptedReply } from './use-interrupted-reply.ts'
import { type KnownParams, type ReportParams, useReports, useSetStatus, withSearch } from './use-reports.ts'
import { useClaimNext } from './use-claim-next.ts'
import { useUnsentText } from './words.ts'
import { inWords } from '../../words/duration.ts'
import { listHeadClass } from '../filter-row.tsx'
import { NOTHING_YET, Stat, statLineClass } from '../../ui/stat-card.tsx'

const ReplyDialog = lazy(() => import('./reply-dialog.tsx').then((all) => ({ default: all.ReplyDialog })))

function ReportCards({ figures }: { figures: ReportStatistics | undefined }) {
  const { t, i18n } = useLingui()
  const time = (seconds: number | null) => (seconds === null ? t`N/A` : inWords(i18n, seconds))
  const number = (value: number | undefined) => (value === undefined ? NOTHING_YET : i18n.number(value))
  const cards: [string, string, (string | undefined)?][] = [
    [t`Total Reports`, number(figures?.total)],
    [t`Pending`, number(figures?.pending)],
    [t`High Priority`, number(figures?.highPriority)],
    [
      t`Avg Response Time`,
      figures ? time(figures.avgResponseTime) : NOTHING_YET,
      !figures
        ? NOTHING_YET
        : figures.medianResponseTime === null
          ? undefined
          : t`median ${time(figures.medianResponseTime)}, 90% within ${time(figures.p90ResponseTime)}`,
    ],
  ]
  return (
    <div className={`card p-0! ${statLineClass}`} role="group" aria-label={t`Stats`}>
      {cards.map(([name, value, detail]) => (
        <Stat key={name} label={name} value={value} detail={detail} />
      ))}
    </div>
  )
}

function ClaimButton() {
  const { t } = useLingui()
  const { busy, claim } = useClaimNext()
  return <Button busy={busy} onClick={() => void claim()}>{t`Claim next`}</Button>
}

export default function ReportsScreen() {
  const { t } = useLingui()
  const { params, go, open, list, figures, rows } = useReports()
  const [replying, setReplying] = useState<Report>()
  const unsentText = useUnsentText()
  const [alert, setAlert] = useState<string>()
  const setStatus = useSetStatus((error) => setAlert(reportErrorText(error, texts.reportStatus)))
  usePage(t`Reports Management`)
  const typed = useTypedSearch(params.search ?? '', (search) => go({ search, page: '' }))
  useLastPage(list.data?.data.pagination, (page) => go({ page }))
  useInterruptedReply(list.data?.data.reports, setReplying)
  const refresh = () => {
    if (typed.isPending) typed.searchNow()
    else void list.refetch()
    void figures.refetch()
  }
  const resolve = (report: Report) => {
    if (hasUnsentReply(report._id)) return toast({ text: unsentText, bad: true })
    setAlert(undefined)
    setStatus.mutate({ report, status: 'resolved' })
  }
  return (
    <>
      <Head overdue={figures.data?.data.overdue ?? 0} params={params} onGo={go} onOpen={open} />
      {!figures.isError && <ReportCards figures={figures.data?.data} />}
      <StatsProblem query={figures} />
      <ErrorNote>{alert}</ErrorNote>
      <section className="card overflow-clip p-0" aria-label={t`Reports`}>
        <ReportFilters params={params} typed={typed} busy={list.isFetching} onGo={go} onRefresh={refresh} />
        {list.isPending && <Spinner label={t`Loading reports data...`} />}
        {list.isError && (
          <div className="p-4">
            <QueryProblem query={list} text={t`Error loading reports: ${errorText(list.error)}`} />
          </div>
        )}
        {list.data && (
          <ReportsList
            // A selection made during a search has to survive the response.
            params={withSearch(params, typed.wanted)}
            page={list.data.data}
            rows={rows}
            typed={typed.isPending || list.isPlaceholderData ? typed.text : null}
            onGo={go}
            onReply={setReplying}
            onResolve={resolve}
          />
        )}
      </section>
      {replying && (
        <Suspense>
          <ReplyDialog report={replying} onClose={() => setReplying(undefined)} />
        </Suspense>
      )}
    </>
  )
}

type HeadProps = {
  overdue: number
  params: KnownParams
  onGo: (change: ReportParams) => void
  onOpen: (params: ReportParams) => void
}

function Head({ overdue, params, onGo, onOpen }: HeadProps) {
  const { t } = useLingui()
  return (
    <div className={listHeadClass}>
      <h1>{t`Reports Management`}</h1>
      <span>
        <Overdue count={overdue} on={params.overdue === 'true'} onGo={onGo} />
        <SavedViews
          list="reports"
          search={params}
          ours={[{ name: t`Due first`, search: { order: 'due' } }]}
          onOpen={onOpen}
        />
        <ClaimButton />
      </span>
    </div>
  )
}

function Overdue({ count, on, onGo }: { count: number; on: boolean; onGo: (change: ReportParams) => void }) {
  const { t, i18n } = useLingui()
  if (count === 0 && !on) return null
  return (
    <Button
      tone={on ? 'soft' : 'danger'}
      aria-pressed={on}
      onClick={() => onGo({ overdue: on ? '' : 'true', order: on ? '' : 'due', page: '' })}
    >
      {t`${i18n.number(count)} overdue`}
    </Button>
  )
}
