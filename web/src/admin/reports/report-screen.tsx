import type { Report } from '@kindred/contract/moderation/report'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { errorText } from '../../api/error-text.ts'
import { usePage } from '../../api/settings.ts'
import { paths, toReport } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useParams } from '../../router/place.ts'
import { usePageKeys } from '../../ui/list-keys.ts'
import { Skeleton, Spinner } from '../../ui/pieces.tsx'
import { QueryProblem } from '../../ui/problem.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { Byline, UserText } from '../../ui/user-text.tsx'
import { RecordNavigation } from '../record-navigation.tsx'
import { DueMark } from './due.tsx'
import { isOpen, PriorityMark, StatusBadge } from './marks.tsx'
import { shortId } from './short-id.ts'
import { reportQuery } from './report-query.ts'
import { ReportActions } from './report-actions.tsx'
import { WriteBox } from './write-box.tsx'
import { Watchers } from './watchers.tsx'
import { useReportKind } from '../../api/report-details.ts'
import { IfAllowed } from '../if-allowed.tsx'
import { navigate } from '../../router/navigation.ts'
import type { KnownParams } from './use-reports.ts'
import { Bubble } from '../case/bubble.tsx'
import { CaseLayout } from '../case/case-layout.tsx'
import { useCaseReason, useIsMine } from '../case/case-reason.ts'
import { usePair } from '../evidence/use-pair.ts'

type Listed = { data: { reports: readonly Report[] } }

/** The report's position in the list it was opened from, if this tab still has that list: its neighbors and filters. */
function useNeighbors(id: string) {
  const queryClient = useQueryClient()
  const lists = queryClient
    .getQueryCache()
    .findAll({ queryKey: ['listReports'] })
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .map(({ queryKey }) => ({
      ids: (queryClient.getQueryData<Listed>(queryKey)?.data.reports ?? []).map(({ _id }) => _id),
      // The parameters of `useReports`, the only user of this key.
      params: queryKey[1] as KnownParams | { user: string },
    }))
  const list = lists.find(({ ids }) => ids.includes(id))
  const at = list?.ids.indexOf(id) ?? -1
  const to = (neighbor: string | undefined) =>
    at >= 0 && neighbor ? () => void navigate({ ...toReport(neighbor), replace: true }) : undefined
  return {
    onPrevious: to(list?.ids[at - 1]),
    onNext: to(list?.ids[at + 1]),
    params: list && !('user' in list.params) ? list.params : {},
  }
}

const ReportHistory = lazy(() =>
  import('./report-history.tsx').then(({ ReportHistory: history }) => ({ default: history })),
)
const LabelEditor = lazy(() => import('../labels/label-editor.tsx'))
const DecidePanel = lazy(() => import('../decisions/decide-panel.tsx'))
const ReportPeople = lazy(() => import('./report-people.tsx'))
const Evidence = lazy(() => import('./evidence.tsx').then((all) => ({ default: all.Evidence })))
const PairMessages = lazy(() => import('../evidence/pair-messages.tsx'))
const FrozenEvidence = lazy(() => import('../evidence/frozen-evidence.tsx'))
const LegalHold = lazy(() => import('../evidence/legal-hold.tsx'))

export default function ReportScreen() {
  const { t } = useLingui()
  const { id } = useParams<'/reports/$id'>()
  usePage(t`Report ${shortId(id)}`)
  const query = useQuery(reportQuery(id))
  const { onPrevious, onNext, params } = useNeighbors(id)
  usePageKeys({ j: onNext, k: onPrevious })
  if (query.isPending) return <Spinner label={t`Loading reports data...`} />
  if (query.isError) return <QueryProblem query={query} text={t`Error loading reports: ${errorText(query.error)}`} />
  const { report } = query.data.data
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Link to={paths.reports} search={params}>{t`All reports`}</Link>
        <h1>
          <Trans>
            Report <span className="tabular-nums tracking-[0.01em]">{shortId(id)}</span>
          </Trans>
        </h1>
        <StatusBadge status={report.status} />
        <PriorityMark priority={report.priority} />
        <DueMark report={report} />
        {(onPrevious || onNext) && (
          <span className="ms-auto">
            <RecordNavigation onPrevious={onPrevious} onNext={onNext} />
          </span>
        )}
      </div>
      {/* Colleagues come and go, so they are named in a row that is always there. */}
      <div className="flex min-h-8 flex-wrap items-center gap-x-4 pointer-coarse:min-h-11">
        <Suspense>
          <LabelEditor kind="reports" id={id} labels={report.labels} />
        </Suspense>
        <Watchers id={id} />
      </div>
      {/* Each report has drafts of its own. */}
      <Case key={id} report={report} onNext={onNext} />
    </>
  )
}

function Case({ report, onNext }: { report: Report; onNext: (() => void) | undefined }) {
  const { t } = useLingui()
  const isMine = useIsMine(report)
  const pair = usePair(report)
  useCaseReason(report, isMine)
  const { about } = report
  return (
    <CaseLayout
      what={
        <>
          <Conversation report={report} isOpened={isMine} />
          {report.hasFrozen && (
            <IfAllowed may="evidence">
              <Suspense fallback={<Skeleton height="8.5rem" label={t`Loading reports data...`} />}>
                <FrozenEvidence report={report} reader={pair?.reporter.name} isOpened={isMine} />
              </Suspense>
            </IfAllowed>
          )}
          {pair?.match && pair.match.messages > 0 && isOpen(report) && (
            <IfAllowed may="evidence">
              <Suspense>
                <PairMessages report={report} pair={pair} isOpened={isMine && !report.hasFrozen} />
              </Suspense>
            </IfAllowed>
          )}
        </>
      }
      who={
        <>
          {/* Together, so that what comes first doesn't move down when the rest arrives above it. */}
          <Suspense>
            <ReportPeople report={report} pair={pair} />
            <ReportHistory id={report._id} />
            {about?._id && (
              <IfAllowed may="holds">
                <LegalHold id={about._id} name={about.name} />
              </IfAllowed>
            )}
          </Suspense>
        </>
      }
      reply={<WriteBox report={report} />}
      decision={
        <>
          <ReportActions report={report} />
          {about?._id && (
            <IfAllowed may="decide">
              <Suspense>
                <DecidePanel report={report} about={about._id} onNext={onNext} />
              </Suspense>
            </IfAllowed>
          )}
        </>
      }
    />
  )
}

function Conversation({ report, isOpened }: { report: Report; isOpened: boolean }) {
  const { t } = useLingui()
  const formats = useFormats()
  const kindName = useReportKind()
  const when = formats.dayAndTime
  return (
    <section className="card grid gap-3" aria-label={t`Conversation`}>
      <Bubble
        side="start"
        caption={
          <Byline
            by={report.user.name}
            when={formats.series(when(report.createdAt), kindName(report.problem_type, report.detail))}
          />
        }
      >
        <UserText>{report.description}</UserText>
      </Bubble>
      {report.evidence && !report.hasFrozen && (
        <IfAllowed may="evidence">
          <Suspense fallback={<Skeleton height="3.75rem" />}>
            <Evidence id={report._id} evidence={report.evidence} isOpened={isOpened} />
          </Suspense>
        </IfAllowed>
      )}
      {report.replies.map(({ _id, message, isInternal, byStaff, repliedBy, repliedAt }) => (
        <Bubble
          key={_id}
          side={byStaff ? 'end' : 'start'}
          tone={isInternal ? 'note' : byStaff ? 'staff' : 'plain'}
          caption={
            <>
              {isInternal && t`Private note. `}
              <Byline by={repliedBy.name} when={when(repliedAt)} />
            </>
          }
        >
          <UserText>{message}</UserText>
        </Bubble>
      ))}
    </section>
  )
}
