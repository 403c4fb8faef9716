import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import type { TypedSearch } from '../../ui/use-typed-search.ts'
import { FilterChips } from './filter-chips.tsx'
import { sorts, statuses, types, type Filters } from './use-users.ts'
import { filtersClass } from '../../ui/table.tsx'
import { inputClass } from '../../ui/field.tsx'

export const SEARCH_ID = 'users-search'

/** What each choice is called. */
function useNames() {
  const { t } = useLingui()
  return {
    all: t`All`,
    active: t`Active`,
    inactive: t`Inactive`,
    online: t`Online`,
    verified: t`Verified`,
    vip: t`VIP`,
    free: t`Free`,
    newest: t`Newest first`,
    oldest: t`Oldest first`,
    name: t`Name`,
    lastActive: t`Recently active first`,
  }
}

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
  return (
    <>
      <div className={filtersClass}>
        <form
          role="search"
          className="contents"
          onSubmit={(event) => {
            event.preventDefault()
            if (typed.isPending) typed.searchNow()
            else onReload()
          }}
        >
          <SearchBox id={SEARCH_ID} label={t`Search by name or email`} clear={t`Clear search`} typed={typed} />
          <Button type="submit" busy={busy}>
            <Trans>Search</Trans>
          </Button>
        </form>
        <Choice
          label={t`Status`}
          options={options(statuses)}
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
        <input
          className={`${inputClass} w-auto!`}
          type="date"
          aria-label={t`Joined on or before`}
          title={t`Joined on or before`}
          value={filters.until}
          onChange={({ target }) => onFilter({ until: target.value })}
        />
        <span className="ml-auto flex flex-wrap items-center gap-2 phone:ml-0 phone:w-full phone:*:flex-1">
          {children}
        </span>
      </div>
      <FilterChips filters={filters} onFilter={onFilter} />
    </>
  )
}
