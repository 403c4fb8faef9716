import type { FieldAudience, OwnField } from '@kindred/contract/profiles/fields'
import { useLingui } from '@lingui/react/macro'
import { useId, type ReactNode } from 'react'
import { FieldError, TextField } from '../ui/field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { ToggleGroup, ToggleOne } from '../ui/toggle-group.tsx'
import { useYesNo } from './use-yes-no.ts'

/** The words and limits of a field, which a preview has before the field is saved. */
export type Question = Pick<OwnField, 'kind' | 'label' | 'hint' | 'unit' | 'options' | 'min' | 'max'>
export type Value = string | string[] | number

/** More choices than this are a list instead of buttons. */
const MOST_BUTTONS = 8

/** The choices of a field with their names, or null for a text or number. */
export function useChoices({ kind, options }: Pick<Question, 'kind' | 'options'>): Record<string, string> | null {
  const yesNo = useYesNo()
  if (kind === 'yes-no') return yesNo
  return kind === 'one' || kind === 'several' ? Object.fromEntries(options.map(({ id, label }) => [id, label])) : null
}

type Props = {
  field: Question
  value: Value | null
  error?: string | undefined
  /** Marks voluntary fields among required ones. */
  optional?: string
  onChange: (value: Value | null) => void
}

/** The question as members answer it. */
export function FieldInput({ field, value, error, optional, onChange }: Props) {
  const { t } = useLingui()
  const choices = useChoices(field)
  const { kind, label, hint, unit, min, max } = field
  const legend = optional ? `${label} ${optional}` : label
  const frame = { label, hint, error, ...(optional ? { optional } : {}) }
  if (!choices) {
    if (kind === 'text')
      return (
        <TextField
          {...frame}
          maxLength={80}
          value={typeof value === 'string' ? value : ''}
          onChange={({ target }) => onChange(target.value || null)}
        />
      )
    const range = { min: min ?? 0, max: max ?? 0 }
    return (
      <TextField
        {...frame}
        label={unit ? `${label} (${unit})` : label}
        hint={hint ?? t`From ${range.min} to ${range.max}.`}
        type="number"
        inputMode="numeric"
        {...range}
        value={typeof value === 'number' ? value : ''}
        onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
      />
    )
  }
  if (kind === 'several')
    return (
      <Choices hint={hint} error={error}>
        <ToggleGroup
          legend={legend}
          all={choices}
          chosen={Array.isArray(value) ? value : []}
          onChange={(chosen) => onChange(chosen.length > 0 ? chosen : null)}
        />
      </Choices>
    )
  const one = typeof value === 'string' ? value : null
  if (Object.keys(choices).length > MOST_BUTTONS)
    return (
      <SelectField {...frame} value={one ?? ''} onChange={({ target }) => onChange(target.value || null)}>
        <option value="">{t`Not answered`}</option>
        {Object.entries(choices).map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    )
  return (
    <Choices hint={hint} error={error}>
      <ToggleOne legend={legend} all={choices} value={one} onChange={onChange} />
    </Choices>
  )
}

/** Buttons with a hint or an error below them. */
function Choices({ hint, error, children }: { hint: string | null; error: string | undefined; children: ReactNode }) {
  const id = useId()
  const described = error || hint ? { 'aria-describedby': id } : {}
  return (
    <div
      className="grid gap-2"
      role="group"
      {...described}
      {...(error ? { 'aria-invalid': true as const, tabIndex: -1 } : {})}
    >
      {children}
      {error ? (
        <FieldError id={id}>{error}</FieldError>
      ) : (
        hint && (
          <p id={id} className="text-small text-muted">
            {hint}
          </p>
        )
      )}
    </div>
  )
}

/** The audiences in a member’s words. */
export function useAudiences(): Record<FieldAudience, string> {
  const { t } = useLingui()
  return {
    everyone: t`Everyone`,
    eligible: t`People I could match with`,
    matches: t`My matches`,
    'only-me': t`Only me`,
  }
}
