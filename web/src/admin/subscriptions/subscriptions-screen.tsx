import type { AdminSubscription } from '@kindred/contract/billing/staff-billing'
import { type Invoice, planNames } from '@kindred/contract/billing/subscriptions'
import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { backOffice } from '../../api/staff-client.ts'
import { idIn, oneOf, textIn, withoutEmpty, withoutUndefined } from '../../api/params.ts'
import { withRetry } from '../../api/retry.ts'
import { usePage } from '../../api/settings.ts'
import { paths, type Search } from '../../paths.ts'
import { navigate, currentPlace } from '../../router/navigation.ts'
import { useSearch } from '../../router/place.ts'
import { useMay } from '../../session/rights.ts'
import { Link } from '../../router/link.tsx'
import { useListKeys } from '../../ui/list-keys.ts'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { SearchForm } from '../../ui/search-box.tsx'
import { type TypedSearch, useTypedSearch } from '../../ui/use-typed-search.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Badge, Spinner } from '../../ui/pieces.tsx'
import { sortBy } from '../../ui/sort-head.tsx'
import { Table } from '../../ui/table.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { LoadOlder } from '../load-older.tsx'
import { FilterRow, type Chip } from '../filter-row.tsx'
import { ListProblem } from '../list-problem.tsx'
import { LatePayments, useLatePayments } from './late-payments.tsx'
import { PaymentDifferences, usePaymentDifferences } from './payment-differences.tsx'
import { SubscriptionCharts, SubscriptionStats } from './subscription-stats.tsx'
import { useNames } from './use-names.ts'
import { useFormats } from '../../ui/use-formats.ts'
import { IfAllowed } from '../if-allowed.tsx'
import { UserLink } from '../user-link.tsx'
import { usePrice } from '../../api/use-price.ts'

const PaymentSheet = lazy(() => import('./payment-sheet.tsx'))

const statuses = ['active', 'trialing', 'past_due', 'canceled', 'incomplete'] as const
type Change = { [K in 'search' | 'status' | 'plan' | 'sort']?: string | undefined }

const filtersIn = (search: Search<'/subscriptions'>) => ({
  search: textIn(search.search, 200),
  status: oneOf(statuses, search.status),
  plan: oneOf(planNames, search.plan),
  sort: oneOf(['oldest'], search.sort),
})

export default function SubscriptionsScreen() {
  const { t } = useLingui()
  const shown = useSearch<'/subscriptions'>()
  const [filters, payment] = [filtersIn(shown), idIn(shown.payment)]
  const { search, status, plan, sort } = filters
  usePage(t`Subscriptions`)
  const query = useInfiniteQuery({
    queryKey: ['listSubscriptions', search, status, plan, sort],
    queryFn: ({ pageParam: after }) =>
      withRetry(() => backOffice.listSubscriptions({ query: withoutUndefined({ ...filters, after }) })),
    // The assertion gives the page parameter its type.
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ data: { nextAfter } }) => nextAfter,
    placeholderData: keepPreviousData,
  })
  // The URL may already have a filter that the page doesn't show yet.
  const go = (change: Change) => {
    const next = withoutEmpty({ ...filtersIn(currentPlace().search), ...change })
    void navigate({ to: paths.subscriptions, search: next, replace: true })
  }
  const typed = useTypedSearch(search ?? '', (text) => go({ search: text }))
  const data = query.data?.pages[0]?.data
  const seesPayments = useMay()('payments')
  const late = useLatePayments(seesPayments)
  const differences = usePaymentDifferences(seesPayments)
  // What is below the list appears together, so that nothing moves.
  const isLoadingBelow = seesPayments && (late.isPending || differences.isPending)
  const subscriptions = query.data?.pages.flatMap((page) => page.data.subscriptions) ?? []
  return (
    <>
      <h1>{t`Subscriptions`}</h1>
      {query.isPending && <Spinner label={t`Loading subscriptions…`} />}
      <ListProblem query={query} />
      {data && <SubscriptionStats figures={data.figures} />}
      {data && (
        <Tabs
          label={t`Subscriptions`}
          tabs={[
            {
              id: 'list',
              label: t`List`,
              content: (
                <div className="grid gap-5">
                  <section className="card overflow-hidden p-0" aria-label={t`Subscriptions`}>
                    <Filters {...filters} typed={typed} onReload={() => void query.refetch()} onGo={go} />
                    <List subscriptions={subscriptions} filters={filters} onSort={(next) => go({ sort: next })} />
                    <LoadOlder query={query}>{t`Load older`}</LoadOlder>
                  </section>
                  {seesPayments && !isLoadingBelow && (
                    <>
                      <LatePayments query={late} />
                      <PaymentDifferences query={differences} />
                    </>
                  )}
                </div>
              ),
            },
            {
              id: 'charts',
              label: t`Charts`,
              content: (
                <div className="grid gap-5">
                  <SubscriptionCharts figures={data.figures} />
                </div>
              ),
            },
          ]}
        />
      )}
      {payment && (
        <IfAllowed may="invoices">
          <Suspense>
            <PaymentSheet id={payment} onClose={() => go({})} />
          </Suspense>
        </IfAllowed>
      )}
    </>
  )
}

type FilterProps = Change & { typed: TypedSearch; onReload: () => void; onGo: (change: Change) => void }

const SEARCH_ID = 'subscriptions-search'

function Filters({ status, plan, sort, typed, onReload, onGo }: FilterProps) {
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
    <FilterRow
      search={
        <IfAllowed may="invoices">
          <SearchForm
            id={SEARCH_ID}
            label={t`Search by name, email, invoice or card`}
            clear={t`Clear search`}
            typed={typed}
            onReload={onReload}
          />
        </IfAllowed>
      }
      chips={chips}
      onClear={() => onGo({ status: '', plan: '' })}
    >
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
        className="desk:w-52"
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
  filters: ReturnType<typeof filtersIn>
  onSort: (sort: 'oldest' | '') => void
}

function List({ subscriptions, filters, onSort }: ListProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const names = useNames()
  const price = usePrice()
  const day = (at: string | null) => (at ? formats.day(at) : '–')
  const card = ({ last4 }: Invoice) => (last4 ? formats.isolated(`•••• ${last4}`) : '')
  const placeOf = (payment: string) => ({ to: paths.subscriptions, search: withoutEmpty({ ...filters, payment }) })
  const { at } = useListKeys({
    rows: subscriptions,
    searchId: SEARCH_ID,
    on: { Enter: ({ payment }) => payment && void navigate(placeOf(payment._id)) },
    keyOf: ({ _id }) => _id,
  })
  if (subscriptions.length === 0) return <EmptyState title={t`No subscriptions found`} />
  return (
    <Table
      caption={t`Subscriptions`}
      rows={subscriptions}
      keyOf={({ _id }) => _id}
      at={at}
      columns={[
        {
          head: t`User`,
          cell: ({ user }) => (
            <UserLink id={user._id}>
              <bdi>{user.name || user._id.slice(0, 8)}</bdi>
            </UserLink>
          ),
        },
        { head: t`Plan`, bare: true, cell: ({ plan, amount }) => (amount === 0 ? t`Gift` : names[plan]) },
        {
          head: t`Status`,
          bare: true,
          cell: ({ status }) => <Badge tone={status === 'past_due' ? 'warning' : 'neutral'}>{names[status]}</Badge>,
        },
        {
          head: t`Since`,
          cell: ({ createdAt }) => day(createdAt),
          sort: sortBy(filters.sort ?? '', { ascending: 'oldest', descending: '', first: 'descending' }, onSort),
        },
        {
          head: t`Last payment`,
          bare: true,
          cell: ({ payment }) =>
            payment ? (
              <Link {...placeOf(payment._id)}>
                {formats.series(price(payment.amount, payment.currency), card(payment))}
              </Link>
            ) : (
              '–'
            ),
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
