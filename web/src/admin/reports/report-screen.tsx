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
import { Spinner } from '../../ui/pieces.tsx'
import { QueryProblem } from '../../ui/problem.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { Byline, UserText } from '../../ui/user-text.tsx'
import { RecordNavigation } from '../record-navigation.tsx'
import { Clocks } from './clocks.tsx'
import { Evidence } from './evidence.tsx'
import { DueMark } from './due.tsx'
import { PriorityMark, StatusBadge } from './marks.tsx'
import { shortId } from './short-id.ts'
import { reportQuery } from './report-query.ts'
import { ReportActions } from './report-actions.tsx'
import { Watchers } from './watchers.tsx'
import { WriteBox } from './write-box.tsx'
import { useReportKind } from '../../api/report-details.ts'
import { IfAllowed } from '../if-allowed.tsx'
import { navigate } from '../../router/navigation.ts'
import type { KnownParams } from './use-reports.ts'
import { Person, type PersonProps } from './person.tsx'
import { useSigned } from '../signed.ts'

function People({ report }: { report: Report }) {
  const { t } = useLingui()
  const people: [role: string, person: PersonProps['person'] | null, about: { reportId?: string }][] = [
    [t`Reported by`, report.user, {}],
    [t`About`, report.about, { reportId: report._id }],
  ]
  return (
    <section className="card grid gap-x-6 gap-y-4 sm:grid-cols-2" aria-label={t`People`}>
      {people.map(([role, person, about]) => person && <Person key={role} role={role} person={person} {...about} />)}
    </section>
  )
}

/** Explains the priority, which is a sum of named parts. */
function Why({ report }: { report: Report }) {
  const { t } = useLingui()
  const { signed } = useSigned()
  if (!report.priorityParts?.length) return null
  return (
    <section className="card grid gap-2" aria-labelledby="why">
      <h2 id="why">{t`Priority breakdown`}</h2>
      <ul className="grid gap-1">
        {report.priorityParts.map(({ name, points }) => (
          <li key={name} className="flex justify-between gap-3">
            <span>{name}</span>
            <span className="tabular-nums whitespace-nowrap">{signed(points)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

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
const DecidePanel = lazy(() => import('../decisions/decide-panel.tsx'))
const FrozenEvidence = lazy(() => import('../evidence/frozen-evidence.tsx'))
const PairView = lazy(() => import('../evidence/pair-view.tsx'))
const LegalHold = lazy(() => import('../evidence/legal-hold.tsx'))

/**
 * A report with its replies and history. Slow parts that grow (evidence, the pair) come last, so that nothing moves
 * while someone reads or writes.
 */
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
      <Watchers id={id} />
      {/* Each report has drafts of its own. */}
      <div key={id} className="grid items-start gap-5 wrap-anywhere lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-5">
          <Conversation report={report} />
          <WriteBox report={report} />
          <People report={report} />
          {report.hasFrozen && (
            <IfAllowed may="evidence">
              <Suspense>
                <FrozenEvidence report={report} />
              </Suspense>
            </IfAllowed>
          )}
          {report.about?._id && (report.user._id || report.byRule) && (
            <Suspense>
              <PairView report={report} />
            </Suspense>
          )}
        </div>
        <Side report={report} onNext={onNext} />
      </div>
    </>
  )
}

function Side({ report, onNext }: { report: Report; onNext: (() => void) | undefined }) {
  return (
    <div className="grid gap-5">
      <ReportActions report={report} />
      {report.about?._id && (
        <IfAllowed may="decide">
          <Suspense>
            <DecidePanel report={report} about={report.about._id} onNext={onNext} />
          </Suspense>
        </IfAllowed>
      )}
      <Clocks report={report} />
      <Why report={report} />
      <Suspense>
        <ReportHistory id={report._id} />
      </Suspense>
      {report.about?._id && (
        <IfAllowed may="holds">
          <Suspense>
            <LegalHold id={report.about._id} name={report.about.name} />
          </Suspense>
        </IfAllowed>
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
          <Byline
            by={report.user.name}
            when={formats.series(when(report.createdAt), kindName(report.problem_type, report.detail))}
          />
        </p>
        <UserText>{report.description}</UserText>
      </div>
      {report.evidence && !report.hasFrozen && (
        <IfAllowed may="evidence">
          <Evidence id={report._id} evidence={report.evidence} />
        </IfAllowed>
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
            {isInternal && t`Private note. `}
            <Byline by={repliedBy.name} when={when(repliedAt)} />
          </p>
          <UserText>{message}</UserText>
        </div>
      ))}
    </section>
  )
}
