import type { AdminSubscription } from '@kindred/contract/billing/staff-billing'
import { planNames } from '@kindred/contract/billing/subscriptions'
import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { backOffice } from '../../api/staff-client.ts'
import { oneOf, withoutEmpty, withoutUndefined } from '../../api/params.ts'
import { withRetry } from '../../api/retry.ts'
import { usePage } from '../../api/settings.ts'
import { paths, type Search } from '../../paths.ts'
import { navigate, currentPlace } from '../../router/navigation.ts'
import { useSearch } from '../../router/place.ts'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Badge, Spinner } from '../../ui/pieces.tsx'
import { sortBy } from '../../ui/sort-head.tsx'
import { Table } from '../../ui/table.tsx'
import { LoadOlder } from '../load-older.tsx'
import { FilterRow, type Chip } from '../filter-row.tsx'
import { ListProblem } from '../list-problem.tsx'
import { LatePayments } from './late-payments.tsx'
import { PaymentDifferences } from './payment-differences.tsx'
import { SubscriptionStats } from './subscription-stats.tsx'
import { useNames } from './use-names.ts'
import { useFormats } from '../../ui/use-formats.ts'
import { IfAllowed } from '../if-allowed.tsx'
import { UserLink } from '../user-link.tsx'

const statuses = ['active', 'trialing', 'past_due', 'canceled', 'incomplete'] as const
type Change = { status?: string | undefined; plan?: string | undefined; sort?: string | undefined }

const filtersIn = (search: Search<'/subscriptions'>) => ({
  status: oneOf(statuses, search.status),
  plan: oneOf(planNames, search.plan),
  sort: oneOf(['oldest'], search.sort),
})

export default function SubscriptionsScreen() {
  const { t } = useLingui()
  const { status, plan, sort } = filtersIn(useSearch<'/subscriptions'>())
  usePage(t`Subscriptions`)
  const query = useInfiniteQuery({
    queryKey: ['listSubscriptions', status, plan, sort],
    queryFn: ({ pageParam: after }) =>
      withRetry(() => backOffice.listSubscriptions({ query: withoutUndefined({ status, plan, sort, after }) })),
    // The assertion gives the page parameter its type.
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ data: { subscriptions, pagination } }, pages) =>
      pages.length < pagination.pages ? subscriptions.at(-1)?._id : null,
    placeholderData: keepPreviousData,
  })
  // The URL may already have a filter that the page doesn't show yet.
  const go = (change: Change) => {
    const search = withoutEmpty({ ...filtersIn(currentPlace().search), ...change })
    void navigate({ to: paths.subscriptions, search, replace: true })
  }
  const data = query.data?.pages[0]?.data
  const subscriptions = query.data?.pages.flatMap((page) => page.data.subscriptions) ?? []
  return (
    <>
      <h1>{t`Subscriptions`}</h1>
      {query.isPending && <Spinner label={t`Loading subscriptions…`} />}
      <ListProblem query={query} />
      {data && <SubscriptionStats figures={data.figures} />}
      {data && (
        <section className="card overflow-hidden p-0" aria-label={t`Subscriptions`}>
          <Filters status={status} plan={plan} sort={sort} onGo={go} />
          <List subscriptions={subscriptions} sort={sort ?? ''} onSort={(next) => go({ sort: next })} />
          <LoadOlder query={query}>{t`Load older`}</LoadOlder>
        </section>
      )}
      {data && (
        <IfAllowed may="payments">
          <LatePayments />
          <PaymentDifferences />
        </IfAllowed>
      )}
    </>
  )
}

function Filters({ status, plan, sort, onGo }: Change & { onGo: (change: Change) => void }) {
  const { t } = useLingui()
  const names = useNames()
  const named = (values: readonly string[]) => [
    { value: '', name: t`All` },
    ...values.map((value) => ({ value, name: names[value] ?? value })),
  ]
  const chips: Chip[] = [
    ...(status ? [{ text: t`Status: ${names[status]}`, onRemove: () => onGo({ status: '' }) }] : []),
    ...(plan ? [{ text: t`Plan: ${names[plan]}`, onRemove: () => onGo({ plan: '' }) }] : []),
  ]
  return (
    <FilterRow chips={chips} onClear={() => onGo({ status: '', plan: '' })}>
      <FilterSelect
        label={t`Status`}
        options={named(statuses)}
        value={status ?? ''}
        onChange={(next) => onGo({ status: next })}
      />
      <FilterSelect
        label={t`Plan`}
        options={named(planNames)}
        value={plan ?? ''}
        onChange={(next) => onGo({ plan: next })}
      />
      <FilterSelect
        label={t`Sort by`}
        options={[
          { value: '', name: t`Newest first` },
          { value: 'oldest', name: t`Oldest first` },
        ]}
        value={sort ?? ''}
        onChange={(next) => onGo({ sort: next })}
      />
    </FilterRow>
  )
}

type ListProps = {
  subscriptions: readonly AdminSubscription[]
  sort: 'oldest' | ''
  onSort: (sort: 'oldest' | '') => void
}

function List({ subscriptions, sort, onSort }: ListProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const names = useNames()
  const day = (at: string | null) => (at ? formats.day(at) : '–')
  if (subscriptions.length === 0) return <EmptyState title={t`No subscriptions found`} />
  return (
    <Table
      caption={t`Subscriptions`}
      rows={subscriptions}
      keyOf={({ _id }) => _id}
      columns={[
        {
          head: t`User`,
          cell: ({ user }) => (
            <UserLink id={user._id}>
              <bdi>{user.name || user._id.slice(0, 8)}</bdi>
            </UserLink>
          ),
        },
        { head: t`Plan`, cell: ({ plan, amount }) => (amount === 0 ? t`Gift` : names[plan]) },
        {
          head: t`Status`,
          cell: ({ status }) => <Badge tone={status === 'past_due' ? 'warning' : 'neutral'}>{names[status]}</Badge>,
        },
        {
          head: t`Since`,
          cell: ({ createdAt }) => day(createdAt),
          sort: sortBy(sort, { ascending: 'oldest', descending: '', first: 'descending' }, onSort),
        },
        { head: t`Period end`, cell: ({ currentPeriodEnd }) => day(currentPeriodEnd) },
        {
          head: t`Ends`,
          cell: ({ cancelAtPeriodEnd, canceledAt }) => (cancelAtPeriodEnd || canceledAt ? t`Yes` : t`No`),
        },
      ]}
    />
  )
}
