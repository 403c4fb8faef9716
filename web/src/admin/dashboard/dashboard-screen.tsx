import { Trans, useLingui } from '@lingui/react/macro'
import { statisticsRanges, type Statistics, type StatisticsRange } from '@kindred/contract/moderation/administration'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { backOffice } from '../../api/staff-client.ts'
import { errorText } from '../../api/error-text.ts'
import { statusOf } from '../../api/queries.ts'
import { withRetry } from '../../api/retry.ts'
import { useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { useSearch } from '../../router/place.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Grounds } from '../../ui/charts/patterns.tsx'
import { usePage } from '../../ui/page.ts'
import { Spinner } from '../../ui/pieces.tsx'
import { QueryProblem } from '../../ui/problem.tsx'
import { Cards } from './cards.tsx'
import { Charts } from './charts.tsx'
import { RecentUsers } from './recent-users.tsx'
import { StatusOverview } from './status-overview.tsx'
import { WorkQueue } from './work-queue.tsx'

const EVERY = 60_000

const besideClass = 'grid grid-cols-[minmax(0,3.2fr)_minmax(0,8.8fr)] gap-4 stacked:grid-cols-[1fr] [&_td]:h-[3.125rem]'

export default function DashboardScreen() {
  const { brand } = useSettings()
  const { t, i18n } = useLingui()
  usePage(t`Dashboard Overview`, brand)
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const { range: requested } = useSearch<'/dashboard'>()
  const range = statisticsRanges.find((each) => each === requested) ?? '6m'
  const query = useQuery({
    queryKey: ['getStatistics', timeZone, range],
    queryFn: () => withRetry(() => backOffice.getStatistics({ query: { timeZone, range } })),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY,
  })
  const status = statusOf(query)
  const data = query.data?.data
  return (
    <>
      <Grounds />
      <div className="flex flex-wrap items-center gap-3">
        <h1>
          <Trans>Dashboard Overview</Trans>
        </h1>
        {data && <span className="text-muted">{t`As of ${i18n.date(new Date(data.at), { timeStyle: 'short' })}`}</span>}
        <span className="ms-auto flex items-center gap-2">
          <RangeChoice
            range={range}
            onRange={(next) =>
              void navigate({
                to: paths.dashboard,
                search: next === '6m' ? {} : { range: next },
                replace: true,
              })
            }
          />
          <Button tone="quiet" busy={query.isFetching} onClick={() => void query.refetch()}>
            {!query.isFetching && <RefreshCw size={16} aria-hidden="true" />}
            <Trans>Refresh</Trans>
          </Button>
        </span>
      </div>
      <WorkQueue />
      {status === 'loading' && <Spinner label={t`Loading dashboard data...`} />}
      {status === 'failed' && (
        <QueryProblem query={query} text={<Trans>Error loading dashboard data: {errorText(query.error)}</Trans>} />
      )}
      {data && <Figures data={data} />}
    </>
  )
}

const Figures = ({ data }: { data: Statistics }) => (
  <>
    <Cards data={data} />
    <Charts data={data} />
    <div className={besideClass}>
      <StatusOverview data={data} />
      {data.recent.length > 0 && <RecentUsers recent={data.recent} />}
    </div>
  </>
)

/** How far back the growth is shown. */
function RangeChoice({ range, onRange }: { range: StatisticsRange; onRange: (range: StatisticsRange) => void }) {
  const { t } = useLingui()
  const names = { '30d': t`30 days`, '6m': t`6 months`, '12m': t`12 months`, all: t`All time` }
  return (
    <Choice
      className="min-w-36"
      label={t`Time range`}
      options={statisticsRanges.map((value) => ({ value, name: names[value] }))}
      value={range}
      onChange={onRange}
    />
  )
}
