import { useLingui } from '@lingui/react/macro'
import {
  type RecentUser,
  type Statistics,
  type StatisticsRange,
  statisticsRanges,
} from '@kindred/contract/moderation/administration'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { backOffice } from '../../api/staff-client.ts'
import { errorText } from '../../api/error-text.ts'
import { readQuery } from '../../api/queries.ts'
import { usePage } from '../../api/settings.ts'
import { IfAllowed } from '../if-allowed.tsx'
import { lazy, Suspense } from 'react'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { useSearch } from '../../router/place.ts'
import { Button } from '../../ui/button.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { Grounds } from '../../ui/charts/patterns.tsx'
import { Badge, Spinner } from '../../ui/pieces.tsx'
import { QueryProblem } from '../../ui/problem.tsx'
import { workQueueQuery } from '../use-work-queue.ts'
import { Cards } from './cards.tsx'
import { Charts } from './charts.tsx'
import { WorkQueue } from './work-queue.tsx'
import { Link } from '../../router/link.tsx'
import { fullName, percent, thisMonth } from './stats.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Table } from '../../ui/table.tsx'
import { nameLinkClass } from '../../ui/classes.ts'
import { State } from '../../ui/state.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { UserLink } from '../user-link.tsx'

function RecentUsers({ recent }: { recent: readonly RecentUser[] }) {
  const { t } = useLingui()
  const formats = useFormats()
  return (
    <section className="card overflow-hidden p-0" aria-labelledby="recent-users">
      <div className="flex min-h-8 items-center gap-2 pt-4 pe-4 pb-2 ps-5">
        <h2 id="recent-users">{t`Recent Users`}</h2>
      </div>
      <Table
        caption={t`Recent Users`}
        fits
        rows={recent}
        keyOf={({ _id }) => _id}
        columns={[
          { head: t`Name`, cell: (user) => <Name id={user._id} name={fullName(user, t`Unknown`)} /> },
          {
            head: t`Email`,
            bare: true,
            cell: ({ email }) => (
              <span className="block truncate text-ink-2 desk:w-0 desk:min-w-full" title={email ?? ''}>
                {email}
              </span>
            ),
          },
          { head: t`Join date`, cell: ({ createdAt }) => formats.day(createdAt) },
          {
            head: t`Status`,
            bare: true,
            cell: ({ isActive }) => <Dot on={isActive} out words={isActive ? t`Active` : t`Inactive`} />,
          },
          {
            head: t`Subscription`,
            bare: true,
            cell: ({ isVIP }) =>
              isVIP ? (
                <Badge tone="accent">{t`Premium`}</Badge>
              ) : (
                <span className="text-muted">{t({ message: 'Free', context: 'plan' })}</span>
              ),
          },
          {
            head: t`Presence`,
            bare: true,
            cell: ({ isOnline }) => <Dot on={isOnline} words={isOnline ? t`Online` : t`Offline`} />,
          },
        ]}
      />
    </section>
  )
}

const Name = ({ id, name }: { id: string; name: string }) => (
  <span className="flex min-w-0 items-center gap-3">
    <Avatar name={name} size={32} />
    <UserLink id={id} className={`${nameLinkClass} max-w-52`} dir="auto" title={name}>
      {name}
    </UserLink>
  </span>
)

const Dot = ({ on, out = false, words }: { on: boolean; out?: boolean; words: string }) => (
  <State tone={on ? 'on' : out ? 'out' : 'off'} full={on}>
    {words}
  </State>
)

function StatusOverview({ data }: { data: Statistics }) {
  const { t, i18n } = useLingui()
  const lines = [
    { name: t`Active`, search: { status: 'active' }, value: data.active, whole: false },
    { name: t`Online`, search: { status: 'online' }, value: data.online, whole: false },
    { name: t`VIP`, search: { type: 'vip' }, value: data.vip, whole: false },
    {
      name: t`New this month`,
      search: { joined: thisMonth(data) },
      value: data.newThisMonth,
      whole: false,
    },
    { name: t`Profile completion`, search: { complete: 'true' }, value: data.profileComplete, whole: true },
    { name: t`Email verified`, search: { status: 'verified' }, value: data.emailVerified, whole: true },
  ]
  return (
    <section className="card px-5 py-4" aria-labelledby="status-overview">
      <div className="flex min-h-8 items-center gap-2">
        <h2 id="status-overview">{t`User Status Overview`}</h2>
      </div>
      <dl className="grid">
        {lines.map(({ name, search, value, whole }) => (
          <div
            key={name}
            className={
              'grid grid-cols-[1fr_auto] items-baseline gap-x-3 gap-y-1.5 border-t border-line pt-2 pb-2.5 ' +
              'first:border-0'
            }
          >
            <dt>
              <Link className="text-inherit no-underline hover:underline" to={paths.users} search={search}>
                {name}
              </Link>
            </dt>
            <dd className="tabular-nums">
              <b className="font-bold">{i18n.number(value)}</b>
              {whole && <span className="text-muted"> / {i18n.number(data.total)}</span>}
            </dd>
            <span className="col-span-full h-1 overflow-hidden rounded-[2px] bg-sunken" aria-hidden="true">
              <i className="block h-full w-(--w) bg-(--chart-1)" style={{ '--w': `${percent(value, data.total)}%` }} />
            </span>
          </div>
        ))}
      </dl>
    </section>
  )
}

const Team = lazy(() => import('./team.tsx'))

const EVERY = 60_000

const besideClass = 'grid grid-cols-[minmax(0,3.2fr)_minmax(0,8.8fr)] gap-4 stacked:grid-cols-[1fr] [&_td]:h-[3.125rem]'

export default function DashboardScreen() {
  const { t, i18n } = useLingui()
  usePage(t`Dashboard Overview`)
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const { range: requested } = useSearch<'/dashboard'>()
  const range = statisticsRanges.find((each) => each === requested) ?? '6m'
  const query = useQuery({
    ...readQuery(['getStatistics', timeZone, range], () => backOffice.getStatistics({ query: { timeZone, range } })),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY,
  })
  // The work beside the cards decides how high they are.
  const work = useQuery(workQueueQuery())
  const data = work.isPending ? undefined : query.data?.data
  return (
    <>
      <Grounds />
      <div className="flex flex-wrap items-center gap-3">
        <h1>{t`Dashboard Overview`}</h1>
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
            {!query.isFetching && <RefreshCw size={16} />}
            {t`Refresh`}
          </Button>
        </span>
      </div>
      {/* The work keeps its place while the cards above it are loading. */}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="grid min-h-29">
          {!data && !query.isError && <Spinner label={t`Loading dashboard data...`} />}
          {query.isError && (
            <QueryProblem query={query} text={t`Error loading dashboard data: ${errorText(query.error)}`} />
          )}
          {data && <Cards data={data} />}
        </div>
        <WorkQueue />
      </div>
      {data && <Stats data={data} />}
      {/* It loads with the rest, and appears below it. */}
      <div className={data ? 'contents' : 'hidden'}>
        <IfAllowed may="users.role">
          <Suspense>
            <Team />
          </Suspense>
        </IfAllowed>
      </div>
    </>
  )
}

const Stats = ({ data }: { data: Statistics }) => (
  <>
    <Charts data={data} />
    <div className={besideClass}>
      <StatusOverview data={data} />
      {data.recent.length > 0 && <RecentUsers recent={data.recent} />}
    </div>
  </>
)

function RangeChoice({ range, onRange }: { range: StatisticsRange; onRange: (range: StatisticsRange) => void }) {
  const { t } = useLingui()
  const names = { '30d': t`30 days`, '6m': t`6 months`, '12m': t`12 months`, all: t`All time` }
  return (
    <FilterSelect
      className="w-56"
      label={t`Time range`}
      options={statisticsRanges.map((value) => ({ value, name: names[value] }))}
      value={range}
      onChange={onRange}
    />
  )
}
