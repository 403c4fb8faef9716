import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { capitalised } from '../dashboard/figures.ts'
import type { Filters } from './use-users.ts'
import { chipClass } from '../../ui/pieces.tsx'
import { useFormats } from '../../ui/use-formats.ts'

type Props = { filters: Filters; onFilter: (change: Partial<Filters>) => void }

/** What a chart led here with: said, and taken away again. */
export function FilterChips({ filters: { joined, gender, age, complete, until }, onFilter }: Props) {
  const { t, i18n } = useLingui()
  const formats = useFormats()
  const period = (text: string) =>
    text.length === 7
      ? i18n.date(new Date(`${text}-15T12:00:00Z`), { month: 'long', year: 'numeric' })
      : formats.longDay(`${text}T12:00:00Z`)
  const all: [keyof Filters, string][] = [
    ['joined', joined && t`Joined in ${period(joined)}`],
    ['gender', gender && t`Gender: ${capitalised(gender)}`],
    ['age', age && t`Age ${age}`],
    ['until', until && t`Joined on or before ${period(until)}`],
    ['complete', complete && t`Profile complete`],
  ]
  const chips = all.filter(([, text]) => text !== '')
  if (chips.length === 0) return null
  return (
    <p className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3">
      <span className="text-muted">
        <Trans>Filters:</Trans>
      </span>
      {chips.map(([key, text]) => (
        <button key={key} type="button" className={`${chipClass()} border-0`} onClick={() => onFilter({ [key]: '' })}>
          {text}
          <X size={14} aria-label={t`(remove)`} />
        </button>
      ))}
    </p>
  )
}
