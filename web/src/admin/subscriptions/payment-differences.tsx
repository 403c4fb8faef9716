import type { Booked, PaymentDifference } from '@kindred/contract/billing/staff-billing'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSettings } from '../../api/settings.ts'
import { backOffice } from '../../api/staff-client.ts'
import { Badge } from '../../ui/pieces.tsx'
import { Table } from '../../ui/table.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { LoadOlder, pagesQuery } from '../load-older.tsx'
import { ListProblem } from '../list-problem.tsx'
import { useNames } from './use-names.ts'
import { UserLink } from '../user-link.tsx'
import { usePrice } from '../../api/use-price.ts'

export const usePaymentDifferences = (enabled: boolean) =>
  useInfiniteQuery({
    ...pagesQuery(['listPaymentDifferences'], (before) => backOffice.listPaymentDifferences({ query: { before } })),
    enabled,
  })

/** Nightly differences between the payment provider's records and ours, and how they were resolved. */
export function PaymentDifferences({ query }: { query: ReturnType<typeof usePaymentDifferences> }) {
  const { t } = useLingui()
  const differences = query.data?.pages.flatMap(({ data }) => data.differences) ?? []
  if (query.isSuccess && differences.length === 0) return null
  return (
    <section className="card overflow-hidden p-0" aria-label={t`Payment provider differences`}>
      <h2 className="px-5 pt-4 pb-2">{t`Payment provider differences`}</h2>
      {query.isError && (
        <div className="p-4">
          <ListProblem query={query} />
        </div>
      )}
      {differences.length > 0 && <List differences={differences} />}
      <LoadOlder query={query}>{t`Load older`}</LoadOlder>
    </section>
  )
}

function List({ differences }: { differences: readonly PaymentDifference[] }) {
  const { t } = useLingui()
  const formats = useFormats()
  return (
    <Table
      caption={t`Payment provider differences`}
      rows={differences}
      keyOf={({ _id }) => _id}
      columns={[
        { head: t`Found on`, cell: ({ foundAt }) => formats.day(foundAt) },
        { head: t`User`, cell: ({ user }) => <Person user={user} /> },
        { head: t`Difference`, cell: (difference) => <Difference difference={difference} /> },
        { head: t`Outcome`, cell: ({ outcome }) => <Outcome outcome={outcome} /> },
      ]}
    />
  )
}

function Person({ user }: Pick<PaymentDifference, 'user'>) {
  if (!user) return '–'
  return <bdi>{user.email ? <UserLink id={user._id}>{user.name}</UserLink> : user.name}</bdi>
}

function Difference({ difference }: { difference: PaymentDifference }) {
  const words = useDifferenceWords()
  return (
    <>
      {words(difference)} <span className="text-muted text-small">{difference.providerId}</span>
    </>
  )
}

function useDifferenceWords(): (difference: PaymentDifference) => string {
  const { t } = useLingui()
  const formats = useFormats()
  const names = useNames()
  const { brand } = useSettings()
  const yesOrNo = (is: boolean) => (is ? t`yes` : t`no`)
  const price = usePrice()
  const priceOf = ({ amount, currency }: Booked) => price(amount, currency)
  const inShort = (booked: Booked | null) =>
    booked ? formats.series(names[booked.plan], priceOf(booked), names[booked.status]) : ''
  const changes = (ours: Booked, theirs: Booked) => {
    const fields = [
      [t`Status`, names[ours.status], names[theirs.status]],
      [t`Plan`, names[ours.plan], names[theirs.plan]],
      [t`Amount`, priceOf(ours), priceOf(theirs)],
      [t`Ends after this period`, yesOrNo(ours.cancelAtPeriodEnd), yesOrNo(theirs.cancelAtPeriodEnd)],
    ] as const
    const changed = fields.filter(([, here, there]) => here !== there)
    if (changed.length === 0) return t`A payment or date was missing in ${brand}.`
    return changed.map(([name, here, there]) => t`${name}: ${here} here, ${there} at the provider.`).join(' ')
  }
  return ({ kind, ours, theirs }) => {
    if (kind === 'unknown') return t`At the provider, but not here: ${inShort(theirs)}.`
    if (kind === 'missing') return t`Here, but not at the provider: ${inShort(ours)}.`
    if (kind === 'superseded') return t`A plan abandoned at checkout wasn’t canceled at the provider.`
    if (kind === 'customer') return t`The provider lists a different customer than we do.`
    if (kind === 'untaxed') return t`The provider stopped adding tax: it no longer recognizes the member’s address.`
    return ours && theirs ? changes(ours, theirs) : ''
  }
}

function Outcome({ outcome }: Pick<PaymentDifference, 'outcome'>) {
  const { t } = useLingui()
  const { brand } = useSettings()
  if (outcome === 'open') return <Badge tone="warning">{t`Needs review`}</Badge>
  const names = {
    taken_over: t`Updated in ${brand}`,
    ended: t`Canceled at the provider`,
    refunded: t`Refunded`,
    settled: t`Resolved`,
  }
  return <Badge tone={outcome === 'settled' ? 'neutral' : 'positive'}>{names[outcome]}</Badge>
}
