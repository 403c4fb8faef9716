import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronDown, Search, X } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { ExportButton } from './export-button.tsx'
import { statuses, types, type Filters } from './use-users.ts'

/** Enter or the button asks the server; the cross takes the text away again. */
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
  }
}

export function FilterBar({
  filters,
  onFilter,
  busy,
}: {
  filters: Filters
  onFilter: (change: Partial<Filters>) => void
  busy: boolean
}) {
  const { t } = useLingui()
  const [text, setText] = useState(filters.search)
  const names = useNames()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onFilter({ search: text.trim() })
  }
  return (
    <form className="filters" role="search" onSubmit={submit}>
      <span className="search">
        <Search className="i" aria-hidden="true" />
        <input
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
              onFilter({ search: '' })
            }}
          >
            <X size={16} aria-hidden="true" />
          </button>
        )}
      </span>
      <Choice
        label={t`Status`}
        all={statuses}
        names={names}
        value={filters.status}
        onChange={(status) => onFilter({ status })}
      />
      <Choice label={t`Type`} all={types} names={names} value={filters.type} onChange={(type) => onFilter({ type })} />
      <Button type="submit" busy={busy}>
        <Trans>Search</Trans>
      </Button>
      <ExportButton filters={filters} />
    </form>
  )
}

type ChoiceProps<T extends string> = {
  label: string
  all: readonly T[]
  names: Record<T, string>
  value: T
  onChange: (value: T) => void
}

const Choice = <T extends string>({ label, all, names, value, onChange }: ChoiceProps<T>) => (
  <span className="select">
    <select className="input" aria-label={label} value={value} onChange={({ target }) => onChange(target.value as T)}>
      {all.map((each) => (
        <option key={each} value={each}>
          {names[each]}
        </option>
      ))}
    </select>
    <ChevronDown className="i" aria-hidden="true" />
  </span>
)
