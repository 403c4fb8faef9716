import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { office } from '../../api/office-client.ts'
import { errorText } from '../../api/error-text.ts'
import { statusOf } from '../../api/queries.ts'
import { withRetry } from '../../api/retry.ts'
import { useSettings } from '../../api/settings.ts'
import { Button } from '../../ui/button.tsx'
import { Grounds } from '../../ui/charts/patterns.tsx'
import { usePage } from '../../ui/page.ts'
import { Note, Spinner } from '../../ui/pieces.tsx'
import { Cards } from './cards.tsx'
import { Charts } from './charts.tsx'
import { RecentUsers } from './recent-users.tsx'
import { StatusOverview } from './status-overview.tsx'

const EVERY = 60_000

export default function DashboardScreen() {
  const { brand } = useSettings()
  const { t, i18n } = useLingui()
  usePage(t`Dashboard Overview`, brand)
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const query = useQuery({
    queryKey: ['getStatistics', timeZone],
    queryFn: () => withRetry(() => office.getStatistics({ query: { timeZone } })),
    refetchInterval: EVERY,
  })
  const status = statusOf(query)
  const data = query.data?.data
  return (
    <>
      <Grounds />
      <div className="headrow">
        <h1>
          <Trans>Dashboard Overview</Trans>
        </h1>
        {data && <span className="muted">{t`As of ${i18n.date(new Date(data.at), { timeStyle: 'short' })}`}</span>}
        <span className="end">
          <Button tone="quiet" busy={query.isFetching} onClick={() => void query.refetch()}>
            {!query.isFetching && <RefreshCw size={16} aria-hidden="true" />}
            <Trans>Refresh</Trans>
          </Button>
        </span>
      </div>
      {status === 'loading' && <Spinner label={t`Loading dashboard data...`} />}
      {status === 'failed' && (
        <Note tone="danger" live>
          <Trans>Error loading dashboard data: {errorText(query.error)}</Trans>
        </Note>
      )}
      {data && (
        <>
          <Cards data={data} />
          <Charts data={data} />
          <div className="duo">
            <StatusOverview data={data} />
            <RecentUsers recent={data.recent} />
          </div>
        </>
      )}
    </>
  )
}
