import type { Statistics } from '@kindred/contract/moderation/administration'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { percent, thisMonth } from './figures.ts'

export function StatusOverview({ data }: { data: Statistics }) {
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
    <section className="card" aria-labelledby="status-overview">
      <div className="cardhead">
        <h2 id="status-overview">
          <Trans>User Status Overview</Trans>
        </h2>
      </div>
      <dl className="meters">
        {lines.map(({ name, search, value, whole }) => (
          <div
            key={name}
            className="grid grid-cols-[1fr_auto] items-baseline gap-x-3 gap-y-1.5 border-t border-line pt-2 pb-2.5 first:border-0"
          >
            <dt>
              <Link to={paths.users} search={search}>
                {name}
              </Link>
            </dt>
            <dd className="tabular-nums">
              <b>{i18n.number(value)}</b>
              {whole && <span className="muted"> / {i18n.number(data.total)}</span>}
            </dd>
            <span className="bar col-span-2" aria-hidden="true">
              <i style={{ '--w': `${percent(value, data.total)}%` }} />
            </span>
          </div>
        ))}
      </dl>
    </section>
  )
}
