import { distances } from '@kindred/contract/profiles/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { Search as Glass } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Tick } from '../../ui/tick.tsx'
import { useDistance, useWords } from '../people/words.ts'
import type { SearchParams } from './search-params.ts'

export function SearchForm({ params, onSearch }: { params: SearchParams; onSearch: (initial: SearchParams) => void }) {
  const { t } = useLingui()
  const [query, setQuery] = useState<SearchParams>(params)
  const text = (key: keyof SearchParams) => ({
    value: query[key] ?? '',
    onChange: ({ target }: { target: { value: string } }) => setQuery((before) => ({ ...before, [key]: target.value })),
  })
  const tick = (key: keyof SearchParams) => ({
    checked: query[key] === 'true',
    onChange: ({ target }: { target: { checked: boolean } }) =>
      setQuery((before) => ({ ...before, [key]: target.checked ? 'true' : '' })),
  })
  const age = { inputMode: 'numeric', pattern: '1[89]|[2-9][0-9]|1[01][0-9]|120', title: t`From 18 to 120` } as const
  return (
    <form
      className="card grid gap-4"
      role="search"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        onSearch(query)
      }}
    >
      <TextField label={t`Keywords`} placeholder={t`choir, bread, Lisbon`} {...text('q')} />
      <div className="grid grid-cols-2 gap-3">
        <TextField label={t`Minimum age`} {...age} {...text('minAge')} />
        <TextField label={t`Maximum age`} {...age} {...text('maxAge')} />
      </div>
      <Choices text={text} />
      <TextField label={t`City`} {...text('city')} />
      <TextField label={t`Interests`} hint={t`Separated by commas.`} {...text('interests')} />
      <TextField label={t`Languages`} {...text('languages')} />
      <Tick label={t`Online now`} {...tick('online')} />
      <Tick label={t`Photo verified`} {...tick('verified')} />
      <div className="flex gap-2">
        <Button type="submit" className="min-w-0 flex-1">
          <Glass size={18} aria-hidden="true" />
          <Trans>Search</Trans>
        </Button>
        <Button tone="ghost" onClick={() => onSearch({})}>
          <Trans>Reset</Trans>
        </Button>
      </div>
    </form>
  )
}

type Bound = (key: keyof SearchParams) => { value: string; onChange: (event: { target: { value: string } }) => void }

function Choices({ text }: { text: Bound }) {
  const { t } = useLingui()
  const words = useWords()
  const distance = useDistance()
  return (
    <>
      <SelectField label={t`Gender`} {...text('gender')}>
        <option value="">{t`Everyone I’d like to meet`}</option>
        <option value="woman">{t`Women`}</option>
        <option value="man">{t`Men`}</option>
        <option value="non-binary">{t`Non-binary people`}</option>
      </SelectField>
      <SelectField label={t`Distance`} {...text('distance')}>
        <option value="">{t`Any`}</option>
        {distances.map((each) => (
          <option key={each} value={each}>
            {t`Within ${distance(each)}`}
          </option>
        ))}
      </SelectField>
      <SelectField label={t`Looking for`} {...text('intention')}>
        <option value="">{t`Anything`}</option>
        {Object.entries(words.intentions).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </SelectField>
    </>
  )
}
