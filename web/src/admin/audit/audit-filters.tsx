import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import type { Filters, useAudit } from './use-audit.ts'
import { SubjectField } from './subject-field.tsx'
import { filtersClass } from '../../ui/table.tsx'
import { inputClass } from '../../ui/field.tsx'

type Props = Pick<ReturnType<typeof useAudit>, 'filters' | 'choices' | 'isFiltered' | 'onFilter' | 'clear'>

/** Who, what, whom, and when. */
export function AuditFilters({ filters, choices, isFiltered, onFilter, clear }: Props) {
  const { t } = useLingui()
  const who = choices.actors.map(({ _id, name }) => ({ value: _id, name }))
  // A link may still filter by someone who is no longer an administrator.
  const missing = filters.who && !who.some(({ value }) => value === filters.who)
  return (
    <div className={filtersClass}>
      <Choice
        label={t`Done by`}
        value={filters.who}
        options={[
          { value: '', name: t`Anyone` },
          ...who,
          ...(missing ? [{ value: filters.who, name: filters.who.slice(0, 8) }] : []),
        ]}
        onChange={(value) => onFilter({ who: value })}
      />
      <Choice
        label={t`Action`}
        value={filters.what}
        options={[
          { value: '', name: t`Any action` },
          ...choices.actions.map((action) => ({ value: action, name: action })),
        ]}
        onChange={(what) => onFilter({ what })}
      />
      <SubjectField about={filters.about} onPick={(about) => onFilter({ about })} />
      <Day label={t`From`} day={filters.from} onPick={(from) => onFilter({ from })} />
      <Day label={t`To`} day={filters.to} onPick={(to) => onFilter({ to })} />
      {isFiltered && (
        <Button tone="ghost" size="sm" onClick={clear}>
          <X size={16} aria-hidden="true" />
          <Trans>Clear filters</Trans>
        </Button>
      )}
    </div>
  )
}

type DayProps = { label: string; day: Filters['from']; onPick: (day: string) => void }

const Day = ({ label, day, onPick }: DayProps) => (
  <label className="flex items-center gap-2 phone:flex-[1_0_100%]">
    <span className="text-muted text-small min-w-9">{label}</span>
    <input
      className={`${inputClass} w-auto!`}
      type="date"
      value={day}
      onChange={({ target }) => onPick(target.value)}
    />
  </label>
)
