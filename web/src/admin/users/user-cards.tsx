import type { Statistics } from '@kindred/contract/moderation/administration'
import { useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { percent } from '../dashboard/figures.ts'
import { FiguresProblem } from '../figures-problem.tsx'
import { sixStatsClass, Stat } from '../../ui/stat-card.tsx'

/** The figures over all users, or that they could not be loaded. */
export function UserCards({ query }: { query: UseQueryResult<{ data: Statistics }> }) {
  return (
    <>
      {query.data && <Cards figures={query.data.data} />}
      <FiguresProblem query={query} />
    </>
  )
}

function Cards({ figures }: { figures: Statistics }) {
  const { t, i18n } = useLingui()
  const cards = [
    [t`Total users`, i18n.number(figures.total)],
    [t`VIP users`, i18n.number(figures.vip)],
    [t`Active users`, i18n.number(figures.active)],
    [t`Online now`, i18n.number(figures.online)],
    [t`Verified`, i18n.number(figures.emailVerified)],
    [t`Engagement rate`, `${percent(figures.active, figures.total)}%`],
  ]
  return (
    <section className={`card ${sixStatsClass}`} aria-label={t`Figures`}>
      {cards.map(([name, value]) => (
        <Stat key={name} label={name} value={value} />
      ))}
    </section>
  )
}
