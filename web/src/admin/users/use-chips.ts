import { useLingui } from '@lingui/react/macro'
import { useFormats } from '../../ui/use-formats.ts'
import type { Chip } from '../filter-row.tsx'
import { useGenderName } from '../state-words.ts'
import { useNames } from './filter-names.ts'
import type { Filters } from './use-users.ts'

/** What the list is narrowed by, in words: by the fields above it, or by the chart that led here. */
export function useChips(filters: Filters, onFilter: (change: Partial<Filters>) => void) {
  const { t, i18n } = useLingui()
  const formats = useFormats()
  const names = useNames()
  const genderName = useGenderName()
  const { status, type, joined, gender, age, complete, until } = filters
  const period = (text: string) =>
    text.length === 7
      ? i18n.date(new Date(`${text}-15T12:00:00Z`), { month: 'long', year: 'numeric' })
      : formats.longDay(`${text}T12:00:00Z`)
  const all: [change: Partial<Filters>, text: string][] = [
    [{ status: 'all' }, status === 'all' ? '' : t`Status: ${names[status]}`],
    [{ type: 'all' }, type === 'all' ? '' : t`Type: ${names[type]}`],
    [{ joined: '' }, joined && t`Joined in ${period(joined)}`],
    [{ gender: '' }, gender && t`Gender: ${genderName(gender)}`],
    [{ age: '' }, age && t`Age ${formats.isolated(age)}`],
    [{ until: '' }, until && t`Joined on or before ${period(until)}`],
    [{ complete: '' }, complete && t`Profile complete`],
  ]
  const chips = all
    .filter(([, text]) => text !== '')
    .map(([change, text]): Chip => ({ text, onRemove: () => onFilter(change) }))
  const clear = () => onFilter(Object.assign({}, ...all.map(([change]) => change)))
  return { chips, clear }
}
