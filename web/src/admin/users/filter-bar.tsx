import { userSorts } from '@kindred/contract/moderation/administration'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Choice, DayChoice } from '../../ui/choice.tsx'
import { SearchForm } from '../../ui/search-box.tsx'
import type { TypedSearch } from '../../ui/use-typed-search.ts'
import { useMay } from '../../session/rights.ts'
import { FilterRow } from '../filter-row.tsx'
import { useNames } from './filter-names.ts'
import { useChips } from './use-chips.ts'
import { statuses, types, type Filters } from './use-users.ts'

export const SEARCH_ID = 'users-search'

type Props = {
  filters: Filters
  typed: TypedSearch
  onFilter: (change: Partial<Filters>) => void
  /** The button asks again, too: where the list did not load there is nothing new to type. */
  onReload: () => void
  busy: boolean
  children: ReactNode
}

/** Typing narrows the list, Enter or the button does so at once; the cross takes the text away again. */
export function FilterBar({ filters, typed, onFilter, onReload, busy, children }: Props) {
  const { t } = useLingui()
  const names = useNames()
  const options = <T extends keyof typeof names>(values: readonly T[]) =>
    values.map((value) => ({ value, name: names[value] }))
  const { chips, clear } = useChips(filters, onFilter)
  const seesPeople = useMay()('users.read')
  const sorts = userSorts.filter((sort) => seesPeople || !sort.startsWith('name'))
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
    <FilterRow search={search} chips={chips} onClear={clear}>
      <Choice
        label={t`Status`}
        options={options(statuses.filter((status) => seesPeople || status !== 'online'))}
        value={filters.status}
        onChange={(status) => onFilter({ status })}
      />
      <Choice label={t`Type`} options={options(types)} value={filters.type} onChange={(type) => onFilter({ type })} />
      <Choice
        label={t`Sort by`}
        options={options(sorts)}
        value={filters.sort}
        onChange={(sort) => onFilter({ sort })}
      />
      <DayChoice label={t`Joined on or before`} day={filters.until} onChange={(until) => onFilter({ until })} />
      <span className="ms-auto flex flex-wrap items-center gap-2 phone:ms-0 phone:w-full phone:*:flex-1">
        {children}
      </span>
    </FilterRow>
  )
}
