import type { Statistics } from '@kindred/contract/administration'
import { Trans, useLingui } from '@lingui/react/macro'
import { Activity, Crown, TrendingUp, UserPlus, Users } from 'lucide-react'
import { StatCard } from '../../ui/pieces.tsx'
import { growth, percent, signed } from './figures.ts'

const icon = { className: 'i', 'aria-hidden': true } as const

export function Cards({ data }: { data: Statistics }) {
  const { t, i18n } = useLingui()
  const rate = growth(data)
  return (
    <section className="stats" aria-label={t`Figures`}>
      <StatCard
        label={t`Total Users`}
        value={i18n.number(data.total)}
        icon={<Users {...icon} />}
        detail={
          <Trans>
            <b>{i18n.number(data.newThisMonth)}</b> new this month
          </Trans>
        }
      />
      <StatCard
        label={t`VIP Users`}
        value={i18n.number(data.vip)}
        icon={<Crown {...icon} />}
        detail={
          <Trans>
            <b>{percent(data.vip, data.total)}%</b> VIP rate
          </Trans>
        }
      />
      <StatCard
        label={t`Active Users`}
        value={i18n.number(data.active)}
        icon={<Activity {...icon} />}
        detail={
          <>
            <span className="dot text-positive" />
            <Trans>
              <b>{i18n.number(data.online)}</b> online now
            </Trans>
          </>
        }
      />
      <StatCard
        label={t`New This Month`}
        value={i18n.number(data.newThisMonth)}
        icon={<UserPlus {...icon} />}
        detail={
          <>
            <TrendingUp size={16} aria-hidden="true" />
            {rate === null ? <b>{t`new`}</b> : <b>{signed(rate)}</b>} <Trans>growth</Trans>
          </>
        }
      />
    </section>
  )
}
