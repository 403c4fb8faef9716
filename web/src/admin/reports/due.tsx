import type { Report } from '@kindred/contract/moderation/report'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Badge } from '../../ui/pieces.tsx'
import { useNow } from '../../ui/use-now.ts'

const HOUR = 3_600_000

export function useSpan() {
  const { t } = useLingui()
  return (milliseconds: number) => {
    const hours = Math.abs(milliseconds) / HOUR
    if (hours < 1) return t`${Math.max(1, Math.round(hours * 60))} min`
    return hours < 48
      ? t`${Math.round(hours)} hr`
      : t`${plural(Math.round(hours / 24), { one: '# day', other: '# days' })}`
  }
}

/** The next due time, if there is one. It turns red once it has passed. */
export function DueMark({ report }: { report: Report }) {
  const { t } = useLingui()
  const now = useNow()
  const span = useSpan()
  const due = report.clocks?.dueAt
  if (!due) return null
  const left = Date.parse(due) - now
  return left < 0 ? (
    <Badge tone="danger">{t`${span(left)} overdue`}</Badge>
  ) : (
    <span className="text-muted text-caption/4 whitespace-nowrap">{t`due in ${span(left)}`}</span>
  )
}
