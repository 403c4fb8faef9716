import type { Report } from '@kindred/contract/moderation/report'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { errorText } from '../../api/error-text.ts'
import { useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useParams } from '../../router/place.ts'
import { usePageKeys } from '../../ui/list-keys.ts'
import { usePage } from '../../ui/page.ts'
import { Spinner } from '../../ui/pieces.tsx'
import { QueryProblem } from '../../ui/problem.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { ByWhom } from '../../ui/by-whom.tsx'
import { Steps } from '../steps.tsx'
import { Clocks } from './clocks.tsx'
import { Evidence } from './evidence.tsx'
import { DueMark } from './due.tsx'
import { PriorityMark, StatusBadge } from './marks.tsx'
import { shortId } from './short-id.ts'
import { reportQuery } from './report-query.ts'
import { ReportActions } from './report-actions.tsx'
import { People, Why } from './report-side.tsx'
import { useNeighbors } from './use-neighbors.ts'
import { Watchers } from './watchers.tsx'
import { WriteBox } from './write-box.tsx'
import { useReportKind } from '../../api/report-details.ts'
import { Only } from '../only.tsx'

const ReportHistory = lazy(() =>
  import('./report-history.tsx').then(({ ReportHistory: history }) => ({ default: history })),
)
const FrozenEvidence = lazy(() => import('../evidence/frozen-evidence.tsx'))
const PairView = lazy(() => import('../evidence/pair-view.tsx'))
const LegalHold = lazy(() => import('../evidence/legal-hold.tsx'))

/**
 * A report with its replies and its history. What comes late and grows (evidence, the pair) is last, so that nothing
 * that is being read or written moves.
 */
export default function ReportScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  const { id } = useParams<'/reports/$id'>()
  usePage(t`Report ${shortId(id)}`, brand)
  const query = useQuery(reportQuery(id))
  const { onPrevious, onNext, params } = useNeighbors(id)
  usePageKeys({ j: onNext, k: onPrevious })
  if (query.isPending) return <Spinner label={t`Loading reports data...`} />
  if (query.isError)
    return <QueryProblem query={query} text={<Trans>Error loading reports: {errorText(query.error)}</Trans>} />
  const { report } = query.data.data
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Link to={paths.reports} search={params}>
          <Trans>All reports</Trans>
        </Link>
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
            <Steps onPrevious={onPrevious} onNext={onNext} />
          </span>
        )}
      </div>
      <Watchers id={id} />
      {/* Each report has drafts of its own. */}
      <div key={id} className="grid items-start gap-5 wrap-anywhere lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-5">
          <Conversation report={report} />
          <WriteBox report={report} />
          <People report={report} />
          {report.hasFrozen && (
            <Only may="evidence">
              <Suspense>
                <FrozenEvidence report={report} />
              </Suspense>
            </Only>
          )}
          {report.about?._id && (report.user._id || report.byRule) && (
            <Suspense>
              <PairView report={report} />
            </Suspense>
          )}
        </div>
        <Side report={report} />
      </div>
    </>
  )
}

function Side({ report }: { report: Report }) {
  return (
    <div className="grid gap-5">
      <ReportActions report={report} />
      <Clocks report={report} />
      <Why report={report} />
      <Suspense>
        <ReportHistory id={report._id} />
      </Suspense>
      {report.about?._id && (
        <Only may="holds">
          <Suspense>
            <LegalHold id={report.about._id} name={report.about.name} />
          </Suspense>
        </Only>
      )}
    </div>
  )
}

function Conversation({ report }: { report: Report }) {
  const { t } = useLingui()
  const formats = useFormats()
  const kindName = useReportKind()
  const when = formats.dayAndTime
  return (
    <section className="card grid gap-4" aria-label={t`Conversation`}>
      <div>
        <p className="text-muted text-caption">
          <ByWhom
            by={report.user.name}
            when={formats.series(when(report.createdAt), kindName(report.problem_type, report.detail))}
          />
        </p>
        <p className="text-start whitespace-pre-line" dir="auto">
          {report.description}
        </p>
      </div>
      {report.evidence && !report.hasFrozen && (
        <Only may="evidence">
          <Evidence id={report._id} evidence={report.evidence} />
        </Only>
      )}
      {report.replies.map(({ _id, message, isInternal, byStaff, repliedBy, repliedAt }) => (
        <div
          key={_id}
          className={
            'rounded-md p-3 ' +
            (isInternal
              ? 'border-2 border-dashed border-warning'
              : byStaff
                ? 'bg-positive-soft text-positive-soft-ink'
                : 'bg-sunken')
          }
        >
          <p className="text-caption font-medium">
            {isInternal && <Trans>Private note. </Trans>}
            <ByWhom by={repliedBy.name} when={when(repliedAt)} />
          </p>
          <p className="text-start whitespace-pre-line" dir="auto">
            {message}
          </p>
        </div>
      ))}
    </section>
  )
}
