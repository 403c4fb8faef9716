import type { ReportStatistics } from '@kindred/contract/moderation/report'
import { useLingui } from '@lingui/react/macro'
import { inWords } from './duration.ts'
import { Stat, statsClass } from '../../ui/stat-card.tsx'

export function ReportCards({ figures }: { figures: ReportStatistics }) {
  const { t, i18n } = useLingui()
  const time = (seconds: number | null) => (seconds === null ? t`N/A` : inWords(seconds))
  const cards: [string, string, (string | undefined)?][] = [
    [t`Total Reports`, i18n.number(figures.total)],
    [t`Pending`, i18n.number(figures.pending)],
    [t`High Priority`, i18n.number(figures.highPriority)],
    [
      t`Avg Response Time`,
      time(figures.avgResponseTime),
      figures.medianResponseTime === null
        ? undefined
        : t`median ${time(figures.medianResponseTime)}, 90% within ${time(figures.p90ResponseTime)}`,
    ],
  ]
  return (
    <section className={`card ${statsClass}`} aria-label={t`Figures`}>
      {cards.map(([name, value, detail]) => (
        <Stat key={name} label={name} value={value} detail={detail} />
      ))}
    </section>
  )
}
