import { useLingui } from '@lingui/react/macro'
import type { backOffice } from '../../api/staff-client.ts'
import { BarChart } from '../../ui/charts/bar-chart.tsx'
import { ChartFigure } from '../../ui/charts/figure.tsx'
import { LineChart } from '../../ui/charts/line-chart.tsx'
import { Grounds } from '../../ui/charts/patterns.tsx'
import { periodName, useChartWords } from '../dashboard/chart-words.ts'
import { chartsClass } from '../../ui/classes.ts'
import { Stat, statsClass } from '../../ui/stat-card.tsx'
import { useFormats } from '../../ui/use-formats.ts'

type Figures = Awaited<ReturnType<typeof backOffice.listSubscriptions>>['data']['figures']

/** The share of subscribers at the start of the month who canceled, in percent to a tenth. */
const churnOf = ({ running, ended }: Pick<Figures['months'][number], 'running' | 'ended'>) =>
  running === 0 ? 0 : Math.round((ended / running) * 1000) / 10

/** How many pay, how many are late, what the last months brought, and how many left. */
export function SubscriptionFigures({ figures }: { figures: Figures }) {
  const { t, i18n } = useLingui()
  const formats = useFormats()
  const words = useChartWords()
  const { months, currency } = figures
  const money = (cents: number) => formats.price(cents, currency)
  const last = months.at(-1) ?? { running: 0, ended: 0, amount: 0, refunded: 0 }
  const names = months.map(({ month }) => periodName(i18n, month, false))
  const churn = i18n.number(churnOf(last) / 100, { style: 'percent', maximumFractionDigits: 1 })
  const cards = [
    [t({ message: 'Active', context: 'subscription' }), i18n.number(figures.active)],
    [t`Past due`, i18n.number(figures.pastDue)],
    [t`Churn this month`, churn, t`${figures.canceledThisMonth} canceled`],
    [t`Revenue this month`, money(last.amount), last.refunded > 0 ? t`${money(last.refunded)} refunded` : undefined],
  ]
  const revenue = [{ name: t`Revenue (${currency})`, values: months.map(({ amount }) => Math.round(amount / 100)) }]
  const flow = [
    { name: t`Started`, values: months.map(({ began }) => began) },
    { name: t`Ended`, values: months.map(({ ended }) => ended) },
  ]
  const left = [{ name: t`Churn (%)`, values: months.map(churnOf) }]
  return (
    <>
      <div className={`card ${statsClass} phone:gap-0`} role="group" aria-label={t`Stats`}>
        {cards.map(([name, value, detail]) => (
          <Stat key={name} label={name} value={value} detail={detail} />
        ))}
      </div>
      <Grounds />
      <section className={`${chartsClass} phone:order-1`} aria-label={t`Charts`}>
        <ChartFigure title={t`Monthly revenue`} labels={names} series={revenue} words={{ ...words, label: t`Month` }}>
          <BarChart name={t`Monthly revenue, net of refunds`} labels={names} series={revenue} />
        </ChartFigure>
        <ChartFigure title={t`Started and canceled`} labels={names} series={flow} words={{ ...words, label: t`Month` }}>
          <BarChart name={t`Subscriptions started and canceled each month`} labels={names} series={flow} />
        </ChartFigure>
        <ChartFigure title={t`Churn`} labels={names} series={left} words={{ ...words, label: t`Month` }}>
          <LineChart
            name={t`Share of subscribers at the start of the month who canceled`}
            labels={names}
            series={left}
          />
        </ChartFigure>
      </section>
    </>
  )
}
