import { MOST_COUNTED, type WorkQueue as Counts } from '@kindred/contract/moderation/work-queue'
import type { StaffRight } from '@kindred/contract/staff'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Copy, CreditCard, Eye, Flag, Images, Link2, Scale, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import { readQuery } from '../../api/queries.ts'
import { backOffice } from '../../api/staff-client.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { StatsProblem } from '../stats-problem.tsx'
import { useMay } from '../../session/rights.ts'

const EVERY = 60_000
const icon = { className: 'icon', 'aria-hidden': true } as const

export function WorkQueue() {
  const { t } = useLingui()
  const query = useQuery({ ...readQuery(['getWorkQueue'], backOffice.getWorkQueue), refetchInterval: EVERY })
  return (
    <section className="grid gap-2" aria-labelledby="work">
      <h2 id="work">{t`To do`}</h2>
      <StatsProblem query={query} />
      {!query.isError && (
        <ul
          className="grid grid-cols-[repeat(auto-fit,minmax(12rem,1fr))] gap-4 phone:grid-cols-2 phone:gap-3"
          aria-label={t`To do`}
        >
          <Items counts={query.data?.data} />
        </ul>
      )}
    </section>
  )
}

function Items({ counts }: { counts: Counts | undefined }) {
  const { t } = useLingui()
  return (
    <>
      <Item
        may="reports.read"
        count={counts?.overdueReports}
        name={t`Overdue reports`}
        icon={<Flag {...icon} />}
        link={{ to: paths.reports, search: { overdue: 'true', order: 'due' } }}
      />
      <Item
        may="appeals"
        count={counts?.appeals}
        name={t`Appeals`}
        icon={<Scale {...icon} />}
        link={{ to: paths.appeals }}
      />
      <Item
        may="photos"
        count={counts?.photos}
        name={t`Photos to review`}
        icon={<Images {...icon} />}
        link={{ to: paths.photos }}
      />
      <Item
        may="photos"
        count={counts?.samePictures}
        name={t`Duplicate photos`}
        icon={<Copy {...icon} />}
        link={{ to: paths.photos, search: { view: 'same' } }}
      />
      <Item
        may="decide"
        count={counts?.accountLinks}
        name={t`Linked accounts`}
        icon={<Link2 {...icon} />}
        link={{ to: paths.photos, search: { view: 'links' } }}
      />
      <Item
        may="decide"
        count={counts?.secondLooks}
        name={t`Blind reviews`}
        icon={<Eye {...icon} />}
        link={{ to: paths.blindReviews }}
      />
      <Upkeep counts={counts} />
    </>
  )
}

function Upkeep({ counts }: { counts: Counts | undefined }) {
  const { t } = useLingui()
  return (
    <>
      <Item
        may="payments"
        count={counts?.latePayments}
        name={t`Late payments`}
        icon={<CreditCard {...icon} />}
        link={{ to: paths.subscriptions, hash: 'late-payments' }}
      />
      <Item
        may="system"
        count={counts?.failedJobs}
        name={t`Failed jobs`}
        icon={<Wrench {...icon} />}
        link={{ to: paths.failedJobs }}
      />
    </>
  )
}

type ItemProps = {
  may: StaffRight
  count: number | undefined
  name: string
  icon: ReactNode
  link: Parameters<typeof Link>[0]
}

function Item({ may, count, name, icon: sign, link }: ItemProps) {
  const { i18n } = useLingui()
  const { atLeast } = useFormats()
  const shown = count === undefined ? '–' : count < MOST_COUNTED ? i18n.number(count) : atLeast(MOST_COUNTED)
  if (!useMay()(may)) return null
  return (
    <li>
      <Link
        {...link}
        className={
          'card flex h-full min-h-14 items-center gap-3 px-4! py-3! no-underline hover:bg-sunken ' +
          'phone:flex-wrap phone:justify-between phone:gap-y-1 ' +
          (count ? 'font-medium text-ink' : 'text-muted')
        }
      >
        {sign}
        <span className="min-w-0 flex-1 phone:order-1 phone:flex-none phone:basis-full">{name}</span>
        <span className={`text-lead tabular-nums ${count ? 'font-bold text-danger' : ''}`}>{shown}</span>
      </Link>
    </li>
  )
}
