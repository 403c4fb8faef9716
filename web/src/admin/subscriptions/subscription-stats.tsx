import { inUnits } from '@kindred/contract/billing/currencies'
import { useLingui } from '@lingui/react/macro'
import type { backOffice } from '../../api/staff-client.ts'
import { BarChart } from '../../ui/charts/bar-chart.tsx'
import { ChartFigure } from '../../ui/charts/figure.tsx'
import { LineChart } from '../../ui/charts/line-chart.tsx'
import { Grounds } from '../../ui/charts/patterns.tsx'
import { periodName, useChartWords } from '../dashboard/chart-words.ts'
import { chartsClass } from '../../ui/classes.ts'
import { Stat, statLineClass } from '../../ui/stat-card.tsx'
import { usePrice } from '../../api/use-price.ts'

type Stats = Awaited<ReturnType<typeof backOffice.listSubscriptions>>['data']['figures']

/** The share of subscribers at the start of the month who canceled, as a percentage with one decimal. */
const churnOf = ({ running, ended }: Pick<Stats['months'][number], 'running' | 'ended'>) =>
  running === 0 ? 0 : Math.round((ended / running) * 1000) / 10

/** Amounts in different currencies can't be added. Those without revenue this month appear only in the charts. */
const earnedThisMonth = (revenue: Stats['revenue']) =>
  revenue
    .map(({ currency, amounts, refunded }) => ({
      currency,
      amount: amounts.at(-1) ?? 0,
      refunded: refunded.at(-1) ?? 0,
    }))
    .filter(({ amount, refunded }, at) => at === 0 || amount !== 0 || refunded !== 0)

export function SubscriptionStats({ figures }: { figures: Stats }) {
  const { t, i18n } = useLingui()
  const price = usePrice()
  const { months, revenue } = figures
  const last = months.at(-1) ?? { running: 0, ended: 0 }
  const churn = i18n.number(churnOf(last) / 100, { style: 'percent', maximumFractionDigits: 1 })
  const earned = earnedThisMonth(revenue)
  const cards = [
    [t({ message: 'Active', context: 'subscription' }), i18n.number(figures.active)],
    [t`Past due`, i18n.number(figures.pastDue)],
    [t`Churn this month`, churn, t`${figures.canceledThisMonth} canceled`],
    ...earned.map(({ amount, refunded, currency }) => [
      earned.length > 1 ? t`Revenue this month (${currency})` : t`Revenue this month`,
      price(amount, currency),
      refunded > 0 ? t`${price(refunded, currency)} refunded` : undefined,
    ]),
  ]
  return (
    <div className={`card p-0! ${statLineClass}`} role="group" aria-label={t`Stats`}>
      {cards.map(([name, value, detail]) => (
        <Stat key={name} label={name} value={value} detail={detail} />
      ))}
    </div>
  )
}

export function SubscriptionCharts({ figures: { months, revenue } }: { figures: Stats }) {
  const { t, i18n } = useLingui()
  const words = useChartWords()
  const names = months.map(({ month }) => periodName(i18n, month, false))
  const flow = [
    { name: t`Started`, values: months.map(({ began }) => began) },
    { name: t`Ended`, values: months.map(({ ended }) => ended) },
  ]
  const left = [{ name: t`Churn (%)`, values: months.map(churnOf) }]
  return (
    <>
      <Grounds />
      <section className={chartsClass} aria-label={t`Charts`}>
        <Revenue revenue={revenue} labels={names} />
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

function Revenue({ revenue, labels }: { revenue: Stats['revenue']; labels: string[] }) {
  const { t } = useLingui()
  const words = { ...useChartWords(), label: t`Month` }
  return revenue.map(({ currency, amounts }) => {
    const values = amounts.map((each) => Math.round(inUnits(each, currency)))
    const series = [{ name: t`Revenue (${currency})`, values }]
    const title = revenue.length > 1 ? t`Monthly revenue (${currency})` : t`Monthly revenue`
    return (
      <ChartFigure key={currency} title={title} labels={labels} series={series} words={words}>
        <BarChart name={t`Monthly revenue, net of refunds`} labels={labels} series={series} />
      </ChartFigure>
    )
  })
}
