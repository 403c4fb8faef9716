import { useLingui } from '@lingui/react/macro'
import type { office } from '../../api/office-client.ts'

type Figures = Awaited<ReturnType<typeof office.listSubscriptions>>['data']['figures']

/** How many pay, how many are late, and what the last months brought. */
export function SubscriptionFigures({ figures }: { figures: Figures }) {
  const { t, i18n } = useLingui()
  const money = (cents: number) => i18n.number(cents / 100, { style: 'currency', currency: figures.currency })
  const [last] = figures.revenueByMonth.slice(-1)
  const cards = [
    [t`Active`, i18n.number(figures.active)],
    [t`Past due`, i18n.number(figures.pastDue)],
    [t`Ended this month`, i18n.number(figures.canceledThisMonth)],
    [t`Revenue this month`, money(last?.amount ?? 0)],
  ]
  return (
    <>
      <section className="card stats" aria-label={t`Figures`}>
        {cards.map(([name, value]) => (
          <div key={name} className="stat">
            <span className="k">{name}</span>
            <span className="v">{value}</span>
          </div>
        ))}
      </section>
      <section className="card grid gap-2" aria-label={t`Revenue by month`}>
        <h2>{t`Revenue by month`}</h2>
        <ul className="flex flex-wrap gap-x-6 gap-y-1">
          {figures.revenueByMonth.map(({ month, amount }) => (
            <li key={month} className="num">
              {month}: {money(amount)}
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
