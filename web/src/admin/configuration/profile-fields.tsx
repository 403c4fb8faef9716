import type { Language } from '@kindred/contract/languages'
import {
  fieldAudiences,
  fieldKinds,
  MOST_FIELDS,
  type FieldOption,
  type ProfileField,
} from '@kindred/contract/profiles/fields'
import { newField } from '@kindred/contract/profiles/new-field'
import { useLingui } from '@lingui/react/macro'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { oneOf } from '../../api/params.ts'
import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Switch } from '../../ui/tick.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { FieldInput, type Value } from '../../words/field-input.tsx'
import { FieldOptions } from './field-options.tsx'
import { FieldWords, withoutWords } from './field-words.tsx'
import { NumberField } from './number-field.tsx'
import { ReadyMadeFields } from './ready-made-fields.tsx'
import { type Refused, useAfterRefusal, useTextLanguage, within } from './refusals.ts'
import { isLive, retired } from './retired.ts'
import { RetiredList } from './retired-list.tsx'
import { slugOf } from './slug.ts'
import { SortableList } from './sortable-list.tsx'
import { TextLanguage } from './translations.tsx'
import { type Editing, useSavedConfiguration } from './use-configuration.ts'
import { useFieldNames, useFieldValues } from './words.ts'

/** Fields that left the list are retired if they were saved. Unless the order changed, each keeps its place. */
function withRetired(
  live: readonly ProfileField[],
  before: readonly ProfileField[],
  saved: readonly ProfileField[],
): ProfileField[] {
  const now = new Map(live.map((field) => [field.id, field]))
  const gone = (field: ProfileField) => (saved.some(({ id }) => id === field.id) ? [retired(field)] : [])
  const known = live.filter(({ id }) => before.some((field) => field.id === id))
  const kept = before.filter(({ id }) => now.has(id))
  // The ID of a field that isn't saved follows its label: one goes, another takes its place, and no field is added.
  const isRenamed = known.length < live.length && live.length <= before.filter(isLive).length
  if (isRenamed || known.some(({ id }, at) => kept[at]?.id !== id))
    return [...live, ...before.filter(({ id }) => !now.has(id)).flatMap(gone)]
  const added = live.filter((field) => !known.includes(field))
  return [
    ...before.flatMap((field) => {
      const current = now.get(field.id)
      return current ? [current] : gone(field)
    }),
    ...added,
  ]
}

/** The community’s own profile fields. */
export function ProfileFieldList({ draft, change, problem, ...page }: Editing & Refused) {
  const { t } = useLingui()
  const [language, setLanguage] = useTextLanguage(page, within('fields'))
  const { fields: saved = [] } = useSavedConfiguration() ?? {}
  const all = draft.fields ?? []
  const live = all.filter(isLive)
  const set = (fields: ProfileField[]) => change({ fields: fields.length > 0 ? fields : null })
  const taken = (id: string) => [...saved, ...all].flatMap((field) => (field.id === id ? [] : [field.id]))
  return (
    <>
      <SortableList
        title={t`Profile fields`}
        lead={t`Your own questions on the profile, in this order. Up to ${MOST_FIELDS}.`}
        before={<TextLanguage value={language} onChange={setLanguage} />}
        items={live}
        nameOf={({ label }) => label || t`New field`}
        fresh={{ ...newField, id: slugOf('', taken(''), 'field') }}
        add={t`Add a field`}
        max={MOST_FIELDS}
        onAdd={() => setLanguage('en')}
        removal={(name) => t`Retire ${name}`}
        onChange={(next) => set(withRetired(next, all, saved))}
      >
        {(field, at, edit) => (
          <Field
            field={field}
            path={`fields.${all.indexOf(field)}`}
            language={language}
            saved={saved.find(({ id }) => id === field.id)}
            edit={edit}
            idFor={(label) => slugOf(label, taken(field.id), 'field')}
            {...{ problem, page }}
            isNew={at === live.length - 1 && !saved.some(({ id }) => id === field.id)}
          />
        )}
      </SortableList>
      <ReadyMadeFields
        taken={taken('')}
        onAdd={(field) => set([...live, field, ...all.filter((each) => !isLive(each))])}
      />
      <RetiredList
        title={t`Retired fields`}
        lead={t`Hidden from everyone. Bring one back before its answers are erased, and they return with it.`}
        items={all.filter((field) => !isLive(field)).map(({ label, ...field }) => ({ ...field, name: label }))}
        onBringBack={(id) => {
          const [back] = all.filter((field) => field.id === id).map(({ retiredAt: _retiredAt, ...field }) => field)
          if (back) set([...live, back, ...all.filter((field) => !isLive(field) && field.id !== id)])
        }}
      />
    </>
  )
}

type FieldProps = {
  field: ProfileField
  path: string
  language: Language
  saved: ProfileField | undefined
  edit: (change: Partial<ProfileField>) => void
  idFor: (label: string) => string
  problem: Editing['problem']
  page: Refused
  isNew: boolean
}

/** One line per field, which opens to its settings. */
function Field(props: FieldProps) {
  const { t } = useLingui()
  const { field, path, language, page } = props
  const formats = useFormats()
  const values = useFieldValues()
  const [isOpen, setOpen] = useState(props.isNew)
  useAfterRefusal(page, (paths) => {
    if (paths.some(within(path))) setOpen(true)
  })
  const facts = formats.series(
    values.kind[field.kind],
    values.audience[field.audience],
    field.asked === 'joining' && values.asked.joining,
    field.required && t`required`,
    field.sensitive && t`sensitive`,
  )
  if (language !== 'en') return <FieldWords {...props} language={language} />
  return (
    <>
      <button
        type="button"
        className={
          '-mx-2 flex min-h-11 items-center gap-2 rounded-md border-0 bg-transparent px-2 text-start text-small ' +
          'text-muted hover:bg-sunken'
        }
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="min-w-0 flex-1">{facts}</span>
        <ChevronDown size={18} className={`flex-none ${isOpen ? 'rotate-180' : ''}`} aria-hidden="true" />
        <span className="sr-only">{t`Settings of ${field.label || t`New field`}`}</span>
      </button>
      {isOpen && <Settings {...props} />}
    </>
  )
}

function Settings({ field, path, saved, edit, idFor, problem }: FieldProps) {
  const { t } = useLingui()
  const names = useFieldNames()
  const values = useFieldValues()
  const error = (key: string) => problem(`${path}.${key}`)
  const { kind, label, hint, unit, min, max, options, audience, filter } = field
  const isChoice = kind === 'one' || kind === 'several'
  const canFilter = kind !== 'text' && (audience === 'everyone' || audience === 'eligible')
  const canCount = kind !== 'text' && audience === 'everyone' && field.onProfile !== false
  /** Settings that no longer apply are turned off with the one that they depend on. */
  const settle = (change: Partial<ProfileField>) => {
    const next = { ...field, ...change }
    const filters = next.kind !== 'text' && (next.audience === 'everyone' || next.audience === 'eligible')
    edit({
      ...change,
      ...(filters ? {} : { filter: 'off', dealbreaker: false }),
      ...(next.filter === 'off' || !filters ? { dealbreaker: false, onProfile: undefined } : {}),
      ...(next.onProfile === false ? { weight: 0 } : {}),
      ...(next.kind !== 'text' && next.audience === 'everyone' ? {} : { weight: 0 }),
      ...(next.sensitive ? { required: false } : {}),
    })
  }
  /** Only on leaving the field, because its words may be about to change. */
  const settleWords = (key: 'hint' | 'unit') => {
    const translations = withoutWords(field.translations, key)
    if (!field[key] && translations !== field.translations) edit({ translations })
  }
  const number = (key: 'min' | 'max', value: number | undefined) => (
    <NumberField
      label={names[key]}
      value={value ?? NaN}
      error={error(key)}
      onChange={(next) => edit({ [key]: Number.isNaN(next) ? undefined : next })}
    />
  )
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t({ message: 'Question', context: 'profile field' })}
          hint={t`A word or two, such as “Major.”`}
          maxLength={60}
          value={label}
          error={error('label') ?? error('id')}
          onChange={({ target }) => edit({ label: target.value, ...(saved ? {} : { id: idFor(target.value) }) })}
        />
        <SelectField
          label={names.kind}
          hint={saved && t`The type can’t change once it’s saved.`}
          disabled={saved !== undefined}
          value={kind}
          error={error('kind')}
          onChange={({ target }) => {
            const next = oneOf(fieldKinds, target.value) ?? kind
            settle({
              kind: next,
              ...(next === 'one' || next === 'several' ? {} : { options: [] }),
              ...(next === 'number' ? {} : { min: undefined, max: undefined, unit: undefined }),
            })
          }}
        >
          {fieldKinds.map((each) => (
            <option key={each} value={each}>
              {values.kind[each]}
            </option>
          ))}
        </SelectField>
      </div>
      <TextField
        label={names.hint}
        optional={t`(optional)`}
        hint={t`Shown below the question.`}
        maxLength={160}
        value={hint ?? ''}
        error={error('hint')}
        onChange={({ target }) => edit({ hint: target.value || undefined })}
        onBlur={() => settleWords('hint')}
      />
      {kind === 'number' && (
        <div className="grid gap-4 sm:grid-cols-3">
          {number('min', min)}
          {number('max', max)}
          <TextField
            label={names.unit}
            optional={t`(optional)`}
            maxLength={12}
            value={unit ?? ''}
            error={error('unit')}
            onChange={({ target }) => edit({ unit: target.value || undefined })}
            onBlur={() => settleWords('unit')}
          />
        </div>
      )}
      {isChoice && (
        <FieldOptions
          options={options}
          saved={saved?.options ?? []}
          error={error('options')}
          problem={(at) => error(`options.${at}.label`) ?? error(`options.${at}.id`)}
          onChange={(next: FieldOption[]) => edit({ options: next })}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={names.asked}
          value={field.asked}
          onChange={({ target }) => edit({ asked: oneOf(['joining', 'later'] as const, target.value) ?? field.asked })}
        >
          <option value="joining">{values.asked.joining}</option>
          <option value="later">{values.asked.later}</option>
        </SelectField>
        <SelectField
          label={names.audience}
          hint={t`Members can choose a smaller audience.`}
          value={audience}
          onChange={({ target }) => settle({ audience: oneOf(fieldAudiences, target.value) ?? audience })}
        >
          {fieldAudiences.map((each) => (
            <option key={each} value={each}>
              {values.audience[each]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={names.filter}
          disabled={!canFilter}
          hint={!canFilter && t`Needs options or a number that people who could match can see.`}
          value={filter}
          error={error('filter')}
          onChange={({ target }) =>
            settle({ filter: oneOf(['off', 'free', 'premium'] as const, target.value) ?? filter })
          }
        >
          {(['off', 'free', 'premium'] as const).map((each) => (
            <option key={each} value={each}>
              {values.filter[each]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={names.weight}
          disabled={!canCount}
          hint={
            canCount
              ? t`How much the same answer counts, up to 5.`
              : t`Needs options or a number that everyone can see.`
          }
          value={field.weight}
          error={error('weight')}
          onChange={({ target }) => edit({ weight: Number(target.value) })}
        >
          <option value={0}>{t`Doesn’t count`}</option>
          {[1, 2, 3, 4, 5].map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </SelectField>
      </div>
      <Switch
        label={names.required}
        hint={
          field.sensitive
            ? t`Sensitive details are always voluntary.`
            : t`People who join have to answer. Members are asked once, and no one is hidden.`
        }
        disabled={field.sensitive}
        checked={field.required}
        onChange={({ target }) => edit({ required: target.checked })}
      />
      <Switch
        label={names.onProfile}
        hint={
          filter === 'off'
            ? t`Without a search filter, profiles always show it.`
            : t`If off, answers are only used for filters.`
        }
        disabled={filter === 'off'}
        checked={field.onProfile !== false}
        onChange={({ target }) => settle({ onProfile: target.checked ? undefined : false })}
      />
      <Switch
        label={names.dealbreaker}
        hint={filter === 'off' ? t`Needs a search filter.` : t`Members can hide people with another answer.`}
        disabled={filter === 'off'}
        checked={field.dealbreaker}
        onChange={({ target }) => edit({ dealbreaker: target.checked })}
      />
      <Switch
        label={names.sensitive}
        hint={t`Religion, health, politics, origin or orientation. Each answer needs consent, and your team sees it only after giving a reason. This can’t change once it’s saved.`}
        disabled={saved !== undefined}
        checked={field.sensitive}
        onChange={({ target }) => settle({ sensitive: target.checked })}
      />
      <Preview field={field} />
    </div>
  )
}

/** The question as members are asked. What is entered here goes nowhere. */
function Preview({ field }: { field: ProfileField }) {
  const { t } = useLingui()
  const [value, setValue] = useState<Value | null>(null)
  const { kind, label, hint = null, unit = null, min = null, max = null } = field
  const options = field.options.filter(isLive)
  return (
    <section className="grid gap-3 rounded-lg bg-sunken p-4" aria-label={t`Preview`}>
      <p className="text-caption font-medium text-muted">{t`Preview`}</p>
      <div className="grid grid-cols-1 rounded-md border border-line bg-surface p-4" data-area="member">
        <FieldInput
          key={kind}
          field={{ kind, label: label || t`New field`, hint, unit, min, max, options }}
          value={value}
          onChange={setValue}
        />
      </div>
    </section>
  )
}
