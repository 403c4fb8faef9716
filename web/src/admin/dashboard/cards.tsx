import type { Statistics } from '@kindred/contract/moderation/administration'
import { Trans, useLingui } from '@lingui/react/macro'
import { Activity, Crown, Minus, TrendingDown, TrendingUp, UserPlus, Users } from 'lucide-react'
import { paths, type Search } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { dotClass } from '../../ui/classes.ts'
import { StatCard, statsClass } from '../../ui/stat-card.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { growth, percent, thisMonth } from './stats.ts'
import { useSigned } from '../signed.ts'

const Counted = ({ count, search }: { count: string; search: Search<'/users'> }) => (
  <Link to={paths.users} search={search} className="text-inherit no-underline hover:underline">
    {count}
  </Link>
)

/** The direction of a change. Growth from zero counts as a rise. */
function Trend({ rate }: { rate: number | null }) {
  const Icon = rate === 0 ? Minus : rate !== null && rate < 0 ? TrendingDown : TrendingUp
  return <Icon size={16} />
}

const icon = { className: 'icon', 'aria-hidden': true } as const

export function Cards({ data }: { data: Statistics }) {
  const { t, i18n } = useLingui()
  const formats = useFormats()
  const { signedPercent } = useSigned()
  const rate = growth(data)
  return (
    <section className={`${statsClass} phone:grid-cols-2!`} aria-label={t`Stats`}>
      <StatCard
        label={t`Total Users`}
        value={<Counted count={i18n.number(data.total)} search={{}} />}
        icon={<Users {...icon} />}
        detail={
          <Trans>
            <b>{i18n.number(data.newThisMonth)}</b> new this month
          </Trans>
        }
      />
      <StatCard
        label={t`VIP Users`}
        value={<Counted count={i18n.number(data.vip)} search={{ type: 'vip' }} />}
        icon={<Crown {...icon} />}
        detail={
          <Trans>
            <b>{formats.percent(percent(data.vip, data.total) / 100)}</b> VIP rate
          </Trans>
        }
      />
      <StatCard
        label={t`Active Users`}
        value={<Counted count={i18n.number(data.active)} search={{ status: 'active' }} />}
        icon={<Activity {...icon} />}
        detail={
          <>
            <span className={`${dotClass} text-positive`} />
            <Trans>
              <b>{i18n.number(data.online)}</b> online now
            </Trans>
          </>
        }
      />
      <StatCard
        label={t`New This Month`}
        value={<Counted count={i18n.number(data.newThisMonth)} search={{ joined: thisMonth(data) }} />}
        icon={<UserPlus {...icon} />}
        detail={
          <>
            <Trend rate={rate} />
            {rate === null ? <b>{t`new`}</b> : <b>{signedPercent(rate / 100)}</b>} {t`growth`}
          </>
        }
      />
    </section>
  )
}
