import { MOST_COUNTED, type WorkQueue as Counts } from '@kindred/contract/moderation/work-queue'
import type { StaffRight } from '@kindred/contract/staff'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import {
  Building2,
  Copy,
  CreditCard,
  Eye,
  Flag,
  FileCheck,
  Images,
  Link2,
  Rocket,
  Scale,
  UserRoundPlus,
  Wrench,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { StatsProblem } from '../stats-problem.tsx'
import { useMay } from '../../session/rights.ts'
import { workQueueQuery } from '../use-work-queue.ts'

const EVERY = 60_000
const icon = { className: 'icon', 'aria-hidden': true } as const

export function WorkQueue() {
  const { t } = useLingui()
  const query = useQuery({ ...workQueueQuery(), refetchInterval: EVERY })
  return (
    <section className="card grid content-start gap-1 px-2! py-3!" aria-labelledby="work">
      <h2 id="work" className="px-3">{t`To do`}</h2>
      <StatsProblem query={query} />
      {!query.isError && (
        <ul className="grid desk:grid-cols-[repeat(auto-fill,minmax(12rem,1fr))]" aria-label={t`To do`}>
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
        link={{ to: paths.reports, search: { overdue: 'true' } }}
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
      {counts?.applications !== undefined && (
        <Item
          may="admission"
          count={counts.applications}
          name={t`Applications`}
          icon={<UserRoundPlus {...icon} />}
          link={{ to: paths.applications }}
        />
      )}
      {counts?.ageChecks !== undefined && (
        <Item
          may="photos"
          count={counts.ageChecks}
          name={t`Proofs of age`}
          icon={<FileCheck {...icon} />}
          link={{ to: paths.ageChecks }}
        />
      )}
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
      {counts?.firstSteps !== undefined && (
        <Item
          may="configuration"
          count={counts.firstSteps}
          name={t`First steps`}
          icon={<Rocket {...icon} />}
          link={{ to: paths.firstSteps }}
        />
      )}
      {counts !== undefined && counts.operatorDetails > 0 && (
        <Item
          may="configuration"
          count={counts.operatorDetails}
          name={t`Details of the operator`}
          icon={<Building2 {...icon} />}
          link={{ to: paths.configuration, search: { section: 'operator' } }}
        />
      )}
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
          'flex min-h-8 items-center gap-3 rounded-md px-3 no-underline hover:bg-sunken pointer-coarse:min-h-11 ' +
          (count ? 'font-medium text-ink' : 'text-muted')
        }
      >
        {sign}
        <span className="min-w-0 flex-1">{name}</span>
        {/* A longer number must not wrap the name, which would move everything below. */}
        <span className={`min-w-9 text-end tabular-nums ${count ? 'font-bold text-danger' : ''}`}>{shown}</span>
      </Link>
    </li>
  )
}
