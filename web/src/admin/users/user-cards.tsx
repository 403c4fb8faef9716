import type { Statistics } from '@kindred/contract/moderation/administration'
import { useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { percent } from '../dashboard/figures.ts'
import { FiguresProblem } from '../figures-problem.tsx'
import { NOTHING_YET, sixStatsClass, Stat } from '../../ui/stat-card.tsx'
import { useFormats } from '../../ui/use-formats.ts'

/** The figures over all users, or that they could not be loaded. */
export function UserCards({ query }: { query: UseQueryResult<{ data: Statistics }> }) {
  return (
    <>
      {!query.isError && <Cards figures={query.data?.data} />}
      <FiguresProblem query={query} />
    </>
  )
}

function Cards({ figures }: { figures: Statistics | undefined }) {
  const { t, i18n } = useLingui()
  const formats = useFormats()
  const number = (value: number | undefined) => (value === undefined ? NOTHING_YET : i18n.number(value))
  const cards = [
    [t`Total users`, number(figures?.total)],
    [t`VIP users`, number(figures?.vip)],
    [t`Active users`, number(figures?.active)],
    [t`Online now`, number(figures?.online)],
    [t`Verified`, number(figures?.emailVerified)],
    [t`Engagement rate`, figures ? formats.percent(percent(figures.active, figures.total) / 100) : NOTHING_YET],
  ]
  return (
    <div className={`card ${sixStatsClass}`} role="group" aria-label={t`Stats`}>
      {cards.map(([name, value]) => (
        <Stat key={name} label={name} value={value} />
      ))}
    </div>
  )
}
