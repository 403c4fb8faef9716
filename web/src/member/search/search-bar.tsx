import { Trans, useLingui } from '@lingui/react/macro'
import { Search as Glass, SlidersHorizontal } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { inputClass, searchClass, typedDirection } from '../../ui/field.tsx'
import type { SearchParams } from './search-params.ts'

type Props = { params: SearchParams; onSearch: (params: SearchParams) => void; onFilter: () => void }

/** The words that are searched, and the way to what narrows it, with how much is set there. */
export function SearchBar({ params, onSearch, onFilter }: Props) {
  const { t } = useLingui()
  const [words, setWords] = useState(params.q ?? '')
  const set = Object.keys(params).filter((name) => name !== 'q').length
  return (
    <form
      className="flex flex-wrap gap-2"
      role="search"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        onSearch({ ...params, q: words.trim() })
      }}
    >
      <span className={`${searchClass} min-w-56 flex-1`}>
        <Glass className="icon" aria-hidden="true" />
        <input
          className={`${inputClass} rounded-full!`}
          dir={typedDirection(words)}
          aria-label={t`Keywords`}
          placeholder={t`choir, bread, Lisbon`}
          maxLength={200}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </span>
      <span className="flex gap-2">
        <Button type="submit">
          <Trans>Search</Trans>
        </Button>
        <Button tone="quiet" aria-haspopup="dialog" onClick={onFilter}>
          <SlidersHorizontal size={18} aria-hidden="true" />
          <Trans>Filters</Trans>
          {set > 0 && <span className="text-muted tabular-nums">{set}</span>}
        </Button>
      </span>
    </form>
  )
}
