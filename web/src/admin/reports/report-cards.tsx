import type { ReportStatistics } from '@kindred/contract/moderation/report'
import { useLingui } from '@lingui/react/macro'
import { inWords } from '../../words/duration.ts'
import { NOTHING_YET, Stat, statsClass } from '../../ui/stat-card.tsx'

export function ReportCards({ figures }: { figures: ReportStatistics | undefined }) {
  const { t, i18n } = useLingui()
  const time = (seconds: number | null) => (seconds === null ? t`N/A` : inWords(i18n, seconds))
  const number = (value: number | undefined) => (value === undefined ? NOTHING_YET : i18n.number(value))
  const cards: [string, string, (string | undefined)?][] = [
    [t`Total Reports`, number(figures?.total)],
    [t`Pending`, number(figures?.pending)],
    [t`High Priority`, number(figures?.highPriority)],
    [
      t`Avg Response Time`,
      figures ? time(figures.avgResponseTime) : NOTHING_YET,
      !figures
        ? NOTHING_YET
        : figures.medianResponseTime === null
          ? undefined
          : t`median ${time(figures.medianResponseTime)}, 90% within ${time(figures.p90ResponseTime)}`,
    ],
  ]
  return (
    <div className={`card ${statsClass} phone:gap-0 phone:p-1!`} role="group" aria-label={t`Stats`}>
      {cards.map(([name, value, detail]) => (
        <Stat key={name} label={name} value={value} detail={detail} />
      ))}
    </div>
  )
}
