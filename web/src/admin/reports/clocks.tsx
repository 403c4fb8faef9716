import type { Report } from '@kindred/contract/moderation/report'
import { useLingui } from '@lingui/react/macro'
import { CircleCheck, CircleAlert, Clock } from 'lucide-react'
import { useSpan } from './due.tsx'
import { isOpen } from './marks.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useFormats } from '../../ui/use-formats.ts'

export function Clocks({ report }: { report: Report }) {
  const { t } = useLingui()
  const { clocks } = report
  if (!clocks) return null
  return (
    <section className="card grid gap-2" aria-labelledby="clocks">
      <h2 id="clocks">{t`Response times`}</h2>
      <ul className="grid gap-2">
        <One
          name={t`First reply`}
          dueAt={clocks.firstAnswer.dueAt}
          metAt={clocks.firstAnswer.metAt}
          open={isOpen(report)}
        />
        {clocks.nextAnswer && (
          <One name={t`Next reply`} dueAt={clocks.nextAnswer.dueAt} metAt={null} open={isOpen(report)} />
        )}
        <One
          name={t`Resolution`}
          dueAt={clocks.resolution.dueAt}
          metAt={clocks.resolution.metAt}
          open={isOpen(report)}
        />
      </ul>
    </section>
  )
}

type OneProps = { name: string; dueAt: string; metAt: string | null; open: boolean }

function One({ name, dueAt, metAt, open }: OneProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const now = useNow()
  const span = useSpan()
  const left = Date.parse(dueAt) - (metAt ? Date.parse(metAt) : now)
  const late = left < 0
  const Icon = late ? CircleAlert : metAt ? CircleCheck : Clock
  const label = metAt
    ? late
      ? t`${span(left)} too late`
      : t`on time`
    : !open
      ? t`none`
      : late
        ? t`${span(left)} overdue`
        : t`in ${span(left)}`
  return (
    <li className="flex items-center gap-2">
      <Icon size={16} className={late && open && !metAt ? 'text-danger' : 'text-muted'} />
      <span>{name}</span>
      <span className="text-muted text-small ms-auto text-end" title={formats.dayAndTime(dueAt)}>
        {label}
      </span>
    </li>
  )
}
