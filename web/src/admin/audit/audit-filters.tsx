import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Choice, DayChoice } from '../../ui/choice.tsx'
import { FilterRow, type Chip } from '../filter-row.tsx'
import type { useAudit } from './use-audit.ts'
import { SubjectField } from './subject-field.tsx'
import { useActionNames } from './action-names.ts'
import { useFormats } from '../../ui/use-formats.ts'

type Props = Pick<ReturnType<typeof useAudit>, 'filters' | 'choices' | 'onFilter' | 'clear'> & { children: ReactNode }

/** By actor, action, user and date. */
export function AuditFilters({ filters, choices, onFilter, clear, children }: Props) {
  const { t } = useLingui()
  const names = useActionNames()
  const who = choices.actors.map(({ _id, name }) => ({ value: _id, name }))
  // A link may still filter by someone who is no longer an administrator.
  const missing = filters.who && !who.some(({ value }) => value === filters.who)
  const actors = missing ? [...who, { value: filters.who, name: filters.who.slice(0, 8) }] : who
  const actions = choices.actions
    .map((action) => ({ value: action, name: names(action) }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
  return (
    <FilterRow chips={useChips({ filters, actors, onFilter })} onClear={clear}>
      <Choice
        label={t`Actor`}
        value={filters.who}
        options={[{ value: '', name: t`Anyone` }, ...actors]}
        onChange={(value) => onFilter({ who: value })}
      />
      <Choice
        label={t`Action`}
        className="w-60 phone:w-auto phone:flex-[1_0_100%]"
        value={filters.what}
        options={[{ value: '', name: t`Any action` }, ...actions]}
        onChange={(what) => onFilter({ what })}
      />
      <SubjectField about={filters.about} onPick={(about) => onFilter({ about })} />
      <DayChoice label={t`From`} day={filters.from} onChange={(from) => onFilter({ from })} />
      <DayChoice label={t`To`} day={filters.to} onChange={(to) => onFilter({ to })} />
      <span className="ms-auto flex items-center phone:ms-0 phone:w-full phone:*:flex-1">{children}</span>
    </FilterRow>
  )
}

type ChipsProps = Pick<Props, 'filters' | 'onFilter'> & { actors: readonly { value: string; name: string }[] }

/** The filters in use, in words. The user has a field that shows it. */
function useChips({ filters: { who, what, from, to }, actors, onFilter }: ChipsProps): Chip[] {
  const { t } = useLingui()
  const formats = useFormats()
  const names = useActionNames()
  const day = (text: string) => formats.day(`${text}T12:00:00`)
  const actor = actors.find(({ value }) => value === who)?.name ?? ''
  return [
    ...(who ? [{ text: t`Actor: ${actor}`, onRemove: () => onFilter({ who: '' }) }] : []),
    ...(what ? [{ text: t`Action: ${names(what)}`, onRemove: () => onFilter({ what: '' }) }] : []),
    ...(from ? [{ text: t`From ${day(from)}`, onRemove: () => onFilter({ from: '' }) }] : []),
    ...(to ? [{ text: t`To ${day(to)}`, onRemove: () => onFilter({ to: '' }) }] : []),
  ]
}
