import type { Statistics } from '@kindred/contract/administration'
import { useLingui } from '@lingui/react/macro'
import { BarChart } from '../../ui/charts/bar-chart.tsx'
import { ChartFigure } from '../../ui/charts/figure.tsx'
import { PieChart } from '../../ui/charts/pie-chart.tsx'
import { capitalised } from './figures.ts'

/** The three charts, each 300 high, each with its table behind it. */
export function Charts({ data }: { data: Statistics }) {
  const { t, i18n } = useLingui()
  const words = { table: t`Show as a table`, chart: t`Show as a chart` }
  const months = data.growth.map(({ month }) => i18n.date(new Date(`${month}-15T12:00:00Z`), { month: 'short' }))
  const growth = [
    { name: t`Total users`, values: data.growth.map(({ total }) => total) },
    { name: t`VIP users`, values: data.growth.map(({ vip }) => vip) },
  ]
  const genders = data.gender.map(({ gender, count }) => ({ name: capitalised(gender), value: count }))
  const ages = [{ name: t`Users`, values: data.age.map(({ count }) => count) }]
  const buckets = data.age.map(({ bucket }) => bucket)
  return (
    <section className="charts" aria-label={t`Charts`}>
      <ChartFigure title={t`User Growth`} labels={months} series={growth} words={{ ...words, label: t`Month` }}>
        <BarChart
          name={t`Users who joined in each of the last six months, and those of them who are VIP`}
          labels={months}
          series={growth}
        />
      </ChartFigure>
      <ChartFigure
        title={t`Gender Distribution`}
        labels={genders.map(({ name }) => name)}
        series={[{ name: t`Users`, values: genders.map(({ value }) => value) }]}
        words={{ ...words, label: t`Gender` }}
      >
        <PieChart name={t`Users by gender`} slices={genders} />
      </ChartFigure>
      <ChartFigure title={t`Age Distribution`} labels={buckets} series={ages} words={{ ...words, label: t`Age` }}>
        <BarChart name={t`Users by age`} labels={buckets} series={ages} />
      </ChartFigure>
    </section>
  )
}
