import type { Report } from '@kindred/contract/moderation/report'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import { backOffice } from '../../api/staff-client.ts'
import { withRetry } from '../../api/retry.ts'
import { useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useParams } from '../../router/place.ts'
import { usePage } from '../../ui/page.ts'
import { Note, Spinner } from '../../ui/pieces.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { Clocks } from './clocks.tsx'
import { Evidence } from './evidence.tsx'
import { DueMark } from './due.tsx'
import { shortId, PriorityMark, StatusBadge } from './marks.tsx'
import { ReportActions } from './report-actions.tsx'
import { ReportHistory } from './report-history.tsx'
import { People, Why } from './report-side.tsx'
import { Watchers } from './watchers.tsx'
import { WriteBox } from './write-box.tsx'

/** A report with its replies and its history. */
export default function ReportScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  const { id } = useParams<'/reports/$id'>()
  usePage(t`Report ${shortId(id)}`, brand)
  const query = useQuery({
    queryKey: ['getReport', id],
    queryFn: () => withRetry(() => backOffice.getReport({ params: { id } })),
  })
  if (query.isPending) return <Spinner label={t`Loading reports data...`} />
  if (query.isError)
    return (
      <Note tone="danger" live>
        <Trans>Error loading reports: {errorText(query.error)}</Trans>
      </Note>
    )
  const { report } = query.data.data
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Link to={paths.reports}>
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
      </div>
      <Watchers id={id} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-5">
          <Conversation report={report} />
          <WriteBox report={report} />
        </div>
        <div className="grid gap-5">
          <ReportActions report={report} />
          <Clocks report={report} />
          <People report={report} />
          <Why report={report} />
          <ReportHistory id={id} />
        </div>
      </div>
    </>
  )
}

function Conversation({ report }: { report: Report }) {
  const { t } = useLingui()
  const formats = useFormats()
  const when = formats.dayAndTime
  return (
    <section className="card grid gap-4" aria-label={t`Conversation`}>
      <div>
        <p className="text-muted text-caption">
          {report.user.name}, {when(report.createdAt)}: {report.problem_type}
        </p>
        <p className="whitespace-pre-line" dir="auto">
          {report.description}
        </p>
      </div>
      {report.evidence && <Evidence id={report._id} evidence={report.evidence} />}
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
            {isInternal && <Trans>Internal note. </Trans>}
            {repliedBy.name}, {when(repliedAt)}
          </p>
          <p className="whitespace-pre-line" dir="auto">
            {message}
          </p>
        </div>
      ))}
    </section>
  )
}
