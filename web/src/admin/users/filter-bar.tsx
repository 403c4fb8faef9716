import { Trans, useLingui } from '@lingui/react/macro'
import { Search, X } from 'lucide-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { FilterChips } from './filter-chips.tsx'
import { sorts, statuses, types, type Filters } from './use-users.ts'

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
    name: t`By name`,
    lastActive: t`Last active first`,
  }
}

type Props = { filters: Filters; onFilter: (change: Partial<Filters>) => void; busy: boolean; children: ReactNode }

/** Enter or the button asks the server; the cross takes the text away again. */
export function FilterBar({ filters, onFilter, busy, children }: Props) {
  const { t } = useLingui()
  const names = useNames()
  const options = <T extends keyof typeof names>(values: readonly T[]) =>
    values.map((value) => ({ value, name: names[value] }))
  return (
    <>
      <div className="filters">
        <SearchField text={filters.search} busy={busy} onSearch={(search) => onFilter({ search })} />
        <Choice
          label={t`Status`}
          options={options(statuses)}
          value={filters.status}
          onChange={(status) => onFilter({ status })}
        />
        <Choice label={t`Type`} options={options(types)} value={filters.type} onChange={(type) => onFilter({ type })} />
        <Choice
          label={t`Order`}
          options={options(sorts)}
          value={filters.sort}
          onChange={(sort) => onFilter({ sort })}
        />
        <input
          className="input w-auto!"
          type="date"
          aria-label={t`Joined by`}
          title={t`Joined by`}
          value={filters.until}
          onChange={({ target }) => onFilter({ until: target.value })}
        />
        <span className="end flex flex-wrap gap-2">{children}</span>
      </div>
      <FilterChips filters={filters} onFilter={onFilter} />
    </>
  )
}

type SearchProps = { text: string; busy: boolean; onSearch: (text: string) => void }

function SearchField({ text: asked, busy, onSearch }: SearchProps) {
  const { t } = useLingui()
  const [text, setText] = useState(asked)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(text.trim())
  }
  return (
    <form role="search" className="contents" onSubmit={submit}>
      <span className="search">
        <Search className="i" aria-hidden="true" />
        <input
          id={SEARCH_ID}
          className="input"
          type="text"
          aria-label={t`Search by name or email`}
          placeholder={t`Search by name or email`}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {text !== '' && (
          <button
            type="button"
            className="clear"
            aria-label={t`Clear search`}
            onClick={() => {
              setText('')
              onSearch('')
            }}
          >
            <X size={16} aria-hidden="true" />
          </button>
        )}
      </span>
      <Button type="submit" busy={busy}>
        <Trans>Search</Trans>
      </Button>
    </form>
  )
}
