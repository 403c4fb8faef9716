import type { LatePayment } from '@kindred/contract/billing/staff-billing'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { backOffice } from '../../api/staff-client.ts'
import { LoadOlder, pagesQuery } from '../load-older.tsx'
import { ListProblem } from '../list-problem.tsx'
import { Badge } from '../../ui/pieces.tsx'
import { Table } from '../../ui/table.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { useNames } from './use-names.ts'
import { UserLink } from '../user-link.tsx'
import { usePrice } from '../../api/use-price.ts'

export const useLatePayments = (enabled: boolean) =>
  useInfiniteQuery({
    ...pagesQuery(['listLatePayments'], (before) => backOffice.listLatePayments({ query: { before } })),
    enabled,
  })

export function LatePayments({ query }: { query: ReturnType<typeof useLatePayments> }) {
  const { t } = useLingui()
  const payments = query.data?.pages.flatMap(({ data }) => data.payments) ?? []
  // Links from the dashboard point here, but the list loads after the page.
  const arrive = (section: HTMLElement | null) => {
    if (location.hash === '#late-payments') section?.scrollIntoView()
  }
  if (query.isSuccess && payments.length === 0) return null
  return (
    <section ref={arrive} id="late-payments" className="card overflow-hidden p-0" aria-label={t`Late payments`}>
      <h2 className="px-5 pt-4 pb-2">{t`Late payments`}</h2>
      {query.isError && (
        <div className="p-4">
          <ListProblem query={query} />
        </div>
      )}
      {payments.length > 0 && <List payments={payments} />}
      <LoadOlder query={query}>{t`Load older`}</LoadOlder>
    </section>
  )
}

function List({ payments }: { payments: readonly LatePayment[] }) {
  const { t } = useLingui()
  const formats = useFormats()
  const price = usePrice()
  const names = useNames()
  const day = (at: string | null) => (at ? formats.day(at) : '–')
  return (
    <Table
      caption={t`Late payments`}
      rows={payments}
      keyOf={({ _id }) => _id}
      columns={[
        { head: t`Since`, cell: ({ since }) => day(since) },
        {
          head: t`User`,
          cell: ({ user }) => <bdi>{user.email ? <UserLink id={user._id}>{user.name}</UserLink> : user.name}</bdi>,
        },
        { head: t`Plan`, cell: ({ plan }) => names[plan] },
        {
          head: t`Amount`,
          cell: ({ amount, currency }) => price(amount, currency),
        },
        { head: t`Reason`, cell: ({ why }) => (why === 'dispute' ? t`Disputed` : t`Payment failed`) },
        { head: t`Outcome`, cell: (payment) => <Outcome payment={payment} day={day} /> },
      ]}
    />
  )
}

function Outcome({
  payment: { outcome, settledAt },
  day,
}: {
  payment: LatePayment
  day: (iso: string | null) => string
}) {
  const { t } = useLingui()
  if (!outcome) return <Badge tone="warning">{t`Unpaid`}</Badge>
  return (
    <>
      <Badge tone={outcome === 'paid' ? 'positive' : 'neutral'}>{outcome === 'paid' ? t`Paid` : t`Ended`}</Badge>{' '}
      <span className="text-muted text-small">{day(settledAt)}</span>
    </>
  )
}
