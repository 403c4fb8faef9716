import type { Statistics } from '@kindred/contract/moderation/administration'
import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
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
    <section className="card px-5 py-4" aria-labelledby="status-overview">
      <div className="flex min-h-8 items-center gap-2">
        <h2 id="status-overview">
          <Trans>User Status Overview</Trans>
        </h2>
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
