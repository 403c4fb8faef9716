import type { Statistics } from '@kindred/contract/moderation/administration'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { paths, type Search } from '../../paths.ts'
import { open } from '../../router/navigation.ts'
import { BarChart } from '../../ui/charts/bar-chart.tsx'
import { ChartFigure } from '../../ui/charts/figure.tsx'
import { PieChart } from '../../ui/charts/pie-chart.tsx'
import { periodName, useChartWords } from './chart-words.ts'
import { useMay } from '../../session/rights.ts'
import { useGenderName } from '../state-words.ts'
import { chartsClass } from '../../ui/classes.ts'
import { useFormats } from '../../ui/use-formats.ts'

function listOf(search: Search<'/users'>): string {
  const entries = Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return `${paths.users}?${new URLSearchParams(entries)}`
}

/** Links in an SVG trigger a full page load, so the router takes over. */
function useLinksInDrawings() {
  const within = useRef<HTMLElement>(null)
  useEffect(() => {
    const section = within.current
    const follow = (event: MouseEvent) => {
      const href = event.target instanceof Element && event.target.closest('svg a')?.getAttribute('href')
      if (!href || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      void open(href)
    }
    section?.addEventListener('click', follow)
    return () => section?.removeEventListener('click', follow)
  }, [])
  return within
}

/** The three charts, each 300 pixels high, with tables as an alternative. */
export function Charts({ data }: { data: Statistics }) {
  const { t, i18n } = useLingui()
  const words = useChartWords()
  const genderName = useGenderName()
  // The list of analysts doesn't show gender and age, so it can't be narrowed by them.
  const seesPeople = useMay()('users.read')
  const { isolated } = useFormats()
  const periods = data.growth.map(({ month }) => periodName(i18n, month, data.growth.length > 12))
  const growth = [
    { name: t`Total users`, values: data.growth.map(({ total }) => total) },
    { name: t`VIP users`, values: data.growth.map(({ vip }) => vip) },
  ]
  const genders = data.gender.map(({ gender, count }) => ({ name: genderName(gender), value: count }))
  const ages = [{ name: t`Users`, values: data.age.map(({ count }) => count) }]
  const buckets = data.age.map(({ bucket }) => isolated(bucket))
  return (
    <section ref={useLinksInDrawings()} className={chartsClass} aria-label={t`Charts`}>
      <ChartFigure title={t`User Growth`} labels={periods} series={growth} words={{ ...words, label: t`Joined` }}>
        <BarChart
          name={t`New users, total and VIP`}
          labels={periods}
          series={growth}
          hrefOf={(at, series) => listOf({ joined: data.growth[at]?.month, ...(series === 1 ? { type: 'vip' } : {}) })}
        />
      </ChartFigure>
      <ChartFigure
        title={t`Gender Distribution`}
        labels={genders.map(({ name }) => name)}
        series={[{ name: t`Users`, values: genders.map(({ value }) => value) }]}
        words={{ ...words, label: t`Gender` }}
      >
        <PieChart
          name={t`Users by gender`}
          slices={genders}
          {...(seesPeople && { hrefOf: (slice: number) => listOf({ gender: data.gender[slice]?.gender }) })}
        />
      </ChartFigure>
      <ChartFigure title={t`Age Distribution`} labels={buckets} series={ages} words={{ ...words, label: t`Age` }}>
        <BarChart
          name={t`Users by age`}
          labels={buckets}
          series={ages}
          {...(seesPeople && { hrefOf: (at: number) => listOf({ age: data.age[at]?.bucket }) })}
        />
      </ChartFigure>
    </section>
  )
}
