import type { Report } from '@kindred/contract/moderation/report'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, type ReactNode } from 'react'
import { readQuery } from '../../api/queries.ts'
import { support } from '../../api/member-client.ts'
import { idIn } from '../../api/params.ts'
import { usePage } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { useSearch } from '../../router/place.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Badge, Skeleton } from '../../ui/pieces.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { Loaded } from '../layout/loaded.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { NewReport } from './new-report.tsx'
import { OneReport } from './one-report.tsx'
import { myAppealsQuery, myDecisionsQuery } from './queries.ts'
import { useStatusWords } from './words.ts'
import { useReportKind } from '../../api/report-details.ts'

const MyDecisions = lazy(() => import('./my-decisions.tsx'))

export default function SupportScreen() {
  const { t } = useLingui()
  const search = useSearch<'/support'>()
  const [report, about, message] = [idIn(search.report), idIn(search.about), idIn(search.message)]
  usePage(t`Support`)
  return (
    <MemberFrame back={paths.settings}>
      <div className="grid gap-6">
        <h1>{t`Support`}</h1>
        {report ? (
          <OneReport id={report} />
        ) : (
          <Overview>
            <NewReport about={about} message={message} />
            <MyReports />
          </Overview>
        )}
      </div>
    </MemberFrame>
  )
}

/**
 * Shows decisions about the viewer first. Until they and their appeals have loaded, the rest stays hidden while it
 * loads, so that nothing moves.
 */
function Overview({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const decisions = useQuery(myDecisionsQuery)
  const some = decisions.data?.data.decisions ?? []
  const appeals = useQuery({ ...myAppealsQuery, enabled: some.length > 0 })
  const isKnown = !decisions.isPending && !appeals.isLoading
  const waiting = <Skeleton height="10rem" label={t`Loading`} />
  return (
    <Suspense fallback={waiting}>
      {!isKnown && waiting}
      <div className={isKnown ? 'grid gap-6' : 'hidden'}>
        {some.length > 0 && <MyDecisions decisions={some} isShown={isKnown} />}
        {children}
      </div>
    </Suspense>
  )
}

function MyReports() {
  const { t } = useLingui()
  const query = useQuery(readQuery(['listMyReports'], () => support.listMyReports({ query: { limit: '50' } })))
  return (
    <section className="grid gap-3" aria-labelledby="my-reports">
      <h2 id="my-reports">{t`Your reports`}</h2>
      <Loaded query={query}>
        {({ data }) =>
          data.reports.length === 0 ? (
            <EmptyState title={t`No reports yet`}>
              <Trans>
                Your reports stay between you and us. We never tell the person you report who reported them.
              </Trans>
            </EmptyState>
          ) : (
            <ul className="grid gap-2">
              {data.reports.map((report) => (
                <Row key={report._id} report={report} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}

function Row({ report }: { report: Report }) {
  const { t } = useLingui()
  const formats = useFormats()
  const words = useStatusWords()
  const kindName = useReportKind()
  const answers = report.replies.filter(({ byStaff }) => byStaff).length
  return (
    <li className="card flex flex-wrap items-center justify-between gap-3 py-3!">
      <div className="min-w-0">
        <p className="min-w-0 truncate font-medium" dir="auto">
          {report.description}
        </p>
        <p className="text-small text-muted">
          {formats.series(kindName(report.problem_type, report.detail), formats.day(report.createdAt))}
        </p>
      </div>
      <span className="flex items-center gap-3">
        {report.unread ? (
          <Badge tone="accent">{t`New reply`}</Badge>
        ) : (
          answers > 0 && <span className="text-small">{t`Replied`}</span>
        )}
        <Badge tone={report.status === 'resolved' ? 'positive' : 'neutral'}>{words[report.status]}</Badge>
        <Button
          tone="quiet"
          size="sm"
          onClick={() => void navigate({ to: paths.support, search: { report: report._id } })}
        >
          {t`Open`}
        </Button>
      </span>
    </li>
  )
}
