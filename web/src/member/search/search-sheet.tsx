import { OLDEST, YOUNGEST } from '@kindred/contract/profiles/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { useId, type ComponentProps, type FormEvent } from 'react'
import { Lock } from 'lucide-react'
import { useIsOn, useIsOnePlace } from '../../api/house.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useSession } from '../../session/store.ts'
import { saveFormDraft } from '../../session/form-drafts.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Button } from '../../ui/button.tsx'
import { ChipsField } from '../../ui/chips-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { listIn } from '../../ui/list-in.ts'
import { Tick } from '../../ui/tick.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { AgeRange, DistanceLimit, TypedDistance } from '../people/reach.tsx'
import type { OwnField } from '@kindred/contract/profiles/fields'
import { FieldFilter } from '../fields/field-filter.tsx'
import { filtersIn, filterText } from '../fields/filter-text.ts'
import { PaidFields } from '../fields/paid-fields.tsx'
import { useFields } from '../fields/use-fields.ts'
import { useInterestChips, useLanguageChips } from '../people/suggestions.ts'
import { useWords } from '../people/words.ts'
import type { SearchParams } from './search-params.ts'

const MAX_WORDS = 10
const FORM = 'search'
const anything: SearchParams = {
  minAge: '',
  maxAge: '',
  gender: '',
  distance: '',
  city: '',
  intention: '',
  interests: '',
  languages: '',
  online: '',
  verified: '',
  newHere: '',
  fields: '',
}

type Props = { params: SearchParams; onSearch: (params: SearchParams) => void }
type SheetProps = Props & { open: boolean; onClose: () => void }

export default function SearchSheet({ params, open, onClose, onSearch }: SheetProps) {
  const { t } = useLingui()
  const id = useId()
  const search = (next: SearchParams) => {
    onClose()
    onSearch(next)
  }
  const reset = () => {
    saveFormDraft(FORM, {})
    search(params.q ? { q: params.q } : {})
  }
  return (
    <Dialog
      side
      open={open}
      onClose={onClose}
      title={t`Filters`}
      footer={
        <>
          <Button tone="ghost" onClick={reset}>{t`Reset`}</Button>
          <Button type="submit" form={id} className="min-w-0 flex-1">{t`Show results`}</Button>
        </>
      }
    >
      <Fields id={id} params={params} onSearch={search} />
    </Dialog>
  )
}

type Set = (change: SearchParams) => void

function Fields({ id, params, onSearch }: Props & { id: string }) {
  const { t } = useLingui()
  const isOnePlace = useIsOnePlace()
  const isVIP = useSession(({ user }) => user?.isVIP === true)
  const entered = useFormDraft<SearchParams>(FORM, { ...anything, ...params })
  const { value: query, change: set, turn } = entered
  const text = (key: keyof SearchParams) => ({
    value: query[key] ?? '',
    onChange: ({ target }: { target: { value: string } }) => set({ [key]: target.value }),
  })
  const tick = (key: keyof SearchParams) => ({
    checked: query[key] === 'true',
    onChange: ({ target }: { target: { checked: boolean } }) => set({ [key]: target.checked ? 'true' : '' }),
  })
  return (
    <form
      id={id}
      className="grid gap-5"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        entered.forget()
        onSearch(isVIP ? query : { ...query, verified: '' })
      }}
    >
      <Unsaved of={entered} />
      <Ages query={query} onChange={set} />
      <Distance query={query} onChange={set} />
      <Choices text={text} />
      {!isOnePlace && <TextField label={t`City`} {...text('city')} />}
      <Lists key={turn} query={query} onChange={set} />
      <OwnFields isVIP={isVIP} query={query} onChange={set} />
      <Tick label={t`Online now`} {...tick('online')} />
      <NewHere {...tick('newHere')} />
      {isVIP ? <Tick label={t`Photo verified`} {...tick('verified')} /> : <VerifiedIsPaid />}
    </form>
  )
}

function NewHere(tick: Omit<ComponentProps<typeof Tick>, 'label'>) {
  const { t } = useLingui()
  const label = (
    <>
      {t`New here`} <span className="text-small text-muted">{t`Joined in the last two weeks`}</span>
    </>
  )
  return <Tick label={label} {...tick} />
}

/** The community’s own fields. Without Premium, paid ones are only named. */
function OwnFields({ isVIP, query, onChange }: PartProps & { isVIP: boolean }) {
  const fields = useFields().fields.filter(({ filter }) => filter !== 'off')
  const isOpen = ({ filter }: OwnField) => isVIP || filter === 'free'
  const filters = filtersIn(query.fields)
  return (
    <>
      {fields.filter(isOpen).map((field) => (
        <FieldFilter
          key={field.id}
          field={field}
          value={filters[field.id]}
          onChange={(next) => {
            const { [field.id]: _before, ...others } = filters
            onChange({ fields: filterText(next ? { ...others, [field.id]: next } : others) })
          }}
        />
      ))}
      <PaidFields fields={fields.filter((field) => !isOpen(field))} />
    </>
  )
}

/** Replaces the checkbox for members without Premium. */
const VerifiedIsPaid = () =>
  useIsOn('premium') && (
    <p className="flex items-center gap-2 text-small text-muted">
      <Lock size={18} className="flex-none" />
      <span>
        <Trans>
          Searching for verified photos is part of <Link to={paths.premium}>Premium</Link>.
        </Trans>
      </span>
    </p>
  )

type PartProps = { query: SearchParams; onChange: Set }

/** Interests and languages. The search finds only people who have all of them. */
function Lists({ query, onChange }: PartProps) {
  const { t } = useLingui()
  const [interests, languages] = [useInterestChips(), useLanguageChips()]
  const list = (key: 'interests' | 'languages') => ({
    initial: listIn(query[key] ?? ''),
    max: MAX_WORDS,
    onChange: (words: string[]) => onChange({ [key]: words.join(',') }),
  })
  return (
    <>
      <ChipsField label={t`Interests`} {...interests} {...list('interests')} />
      <ChipsField label={t`Languages`} {...languages} {...list('languages')} />
    </>
  )
}

/** The age range. An end that excludes no one isn't sent. */
const Ages = ({ query, onChange }: PartProps) => (
  <AgeRange
    from={Number(query.minAge || YOUNGEST)}
    to={Number(query.maxAge || OLDEST)}
    onChange={(from, to) =>
      onChange({ minAge: from > YOUNGEST ? String(from) : '', maxAge: to < OLDEST ? String(to) : '' })
    }
  />
)

function Distance({ query, onChange }: PartProps) {
  const limit = {
    farthest: query.distance ? Number(query.distance) : null,
    onChange: (farthest: number | null) => onChange({ distance: farthest === null ? '' : String(farthest) }),
  }
  return (
    <div className="grid gap-3">
      <DistanceLimit {...limit} />
      <TypedDistance {...limit} />
    </div>
  )
}

type Bound = (key: keyof SearchParams) => { value: string; onChange: (event: { target: { value: string } }) => void }

function Choices({ text }: { text: Bound }) {
  const { t } = useLingui()
  const words = useWords()
  return (
    <>
      <SelectField label={t`Gender`} {...text('gender')}>
        <option value="">{t`Everyone I’d like to meet`}</option>
        <option value="woman">{t`Women`}</option>
        <option value="man">{t`Men`}</option>
        <option value="non-binary">{t`Non-binary people`}</option>
      </SelectField>
      <SelectField label={t`Looking for`} {...text('intention')}>
        <option value="">{t`Anything`}</option>
        {Object.entries(words.everyIntention).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </SelectField>
    </>
  )
}
