import { userSorts } from '@kindred/contract/moderation/administration'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { FilterSelect, DayFilter } from '../../ui/filter-select.tsx'
import { SearchForm } from '../../ui/search-box.tsx'
import type { TypedSearch } from '../../ui/use-typed-search.ts'
import { useMay } from '../../session/rights.ts'
import { useLabelFilter } from '../labels/use-label-filter.tsx'
import { useTeamLabels } from '../labels/use-labels.ts'
import { type Chip, FilterRow } from '../filter-row.tsx'
import { useFilterNames } from './filter-names.ts'
import { type Filters, statuses, types } from './use-users.ts'
import { useFormats } from '../../ui/use-formats.ts'
import { useGenderName } from '../state-words.ts'

/** The active filters as text, whether set above the list or by a link from a chart. */
function useChips(filters: Filters, onFilter: (change: Partial<Filters>) => void) {
  const { t, i18n } = useLingui()
  const formats = useFormats()
  const names = useFilterNames()
  const genderName = useGenderName()
  const { status, type, joined, gender, age, complete, until, label } = filters
  const labelName = useTeamLabels().find(({ _id }) => _id === label)?.name ?? t`Unknown`
  const period = (text: string) =>
    text.length === 7
      ? i18n.date(new Date(`${text}-15T12:00:00Z`), { month: 'long', year: 'numeric' })
      : formats.longDay(`${text}T12:00:00Z`)
  const all: [change: Partial<Filters>, text: string][] = [
    [{ status: 'all' }, status === 'all' ? '' : t`Status: ${names[status]}`],
    [{ type: 'all' }, type === 'all' ? '' : t`Type: ${names[type]}`],
    [{ label: '' }, label && t`Label: ${labelName}`],
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

export const SEARCH_ID = 'users-search'

type Props = {
  filters: Filters
  typed: TypedSearch
  onFilter: (change: Partial<Filters>) => void
  /** Also retries a failed list, because typing alone wouldn't. */
  onReload: () => void
  busy: boolean
}

/** Typing narrows the list after a moment, and Enter or the button does so at once. */
export function FilterBar({ filters, typed, onFilter, onReload, busy }: Props) {
  const { t } = useLingui()
  const names = useFilterNames()
  const options = <T extends keyof typeof names>(values: readonly T[]) =>
    values.map((value) => ({ value, name: names[value] }))
  const labelFilter = useLabelFilter()
  const { chips, clear } = useChips(filters, onFilter)
  const seesPeople = useMay()('users.read')
  const sorts = userSorts.filter((sort) => seesPeople || sort === 'newest' || sort === 'oldest')
  const search = seesPeople && (
    <SearchForm
      id={SEARCH_ID}
      label={t`Search by name or email`}
      clear={t`Clear search`}
      typed={typed}
      onReload={onReload}
    >
      <Button type="submit" busy={busy}>
        <Trans context="noun">Search</Trans>
      </Button>
    </SearchForm>
  )
  return (
    <FilterRow
      search={search}
      chips={chips}
      onClear={clear}
      taken={seesPeople ? 19 : 0}
      filters={[
        {
          key: 'status',
          isSet: filters.status !== 'all',
          field: (
            <FilterSelect
              label={t`Status`}
              options={options(statuses.filter((status) => seesPeople || status !== 'online'))}
              value={filters.status}
              onChange={(status) => onFilter({ status })}
            />
          ),
        },
        {
          key: 'type',
          isSet: filters.type !== 'all',
          field: (
            <FilterSelect
              label={t`Type`}
              options={options(types)}
              value={filters.type}
              onChange={(type) => onFilter({ type })}
            />
          ),
        },
        ...labelFilter(filters.label, (label) => onFilter({ label })),
        {
          key: 'sort',
          isSet: filters.sort !== 'newest',
          width: 13,
          field: (
            <FilterSelect
              className="desk:w-52"
              label={t`Sort by`}
              options={options(sorts)}
              value={filters.sort}
              onChange={(sort) => onFilter({ sort })}
            />
          ),
        },
        {
          key: 'until',
          isSet: filters.until !== '',
          width: 19,
          field: (
            <DayFilter label={t`Joined on or before`} day={filters.until} onChange={(until) => onFilter({ until })} />
          ),
        },
      ]}
    />
  )
}
