import type { FieldFilter as Filter, OwnField } from '@kindred/contract/profiles/fields'
import { useLingui } from '@lingui/react/macro'
import { TextField } from '../../ui/field.tsx'
import { ToggleGroup } from '../../ui/toggle-group.tsx'
import { useChoices } from '../../words/field-input.tsx'

type Props = {
  field: OwnField
  value: Filter | undefined
  onChange: (value: Filter | undefined) => void
  /** Called when a number is complete. */
  onRest?: () => void
}

/** A filter by one field: any of its choices, or a range. */
export function FieldFilter({ field, value, onChange, onRest }: Props) {
  const choices = useChoices(field)
  if (choices)
    return (
      <ToggleGroup
        legend={field.label}
        all={choices}
        chosen={Array.isArray(value) ? value : []}
        onChange={(chosen) => onChange(chosen.length > 0 ? chosen : undefined)}
      />
    )
  return <Range field={field} value={Array.isArray(value) ? undefined : value} onChange={onChange} onRest={onRest} />
}

type RangeProps = Omit<Props, 'value' | 'onRest'> & {
  value: { min: number; max: number } | undefined
  onRest: (() => void) | undefined
}

function Range({ field, value, onChange, onRest }: RangeProps) {
  const { t } = useLingui()
  const [least, most] = [field.min ?? 0, field.max ?? 0]
  const { min, max } = value ?? { min: least, max: most }
  const set = (change: { min?: number; max?: number }) => {
    const next = { min, max, ...change }
    onChange(next.min <= least && next.max >= most ? undefined : next)
  }
  const legend = field.unit ? `${field.label} (${field.unit})` : field.label
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-medium">{legend}</legend>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label={t({ message: 'From', context: 'range' })}
          type="number"
          inputMode="numeric"
          min={least}
          max={most}
          value={value ? min : ''}
          placeholder={String(least)}
          onBlur={onRest}
          onChange={({ target }) => set({ min: target.value === '' ? least : Number(target.value) })}
        />
        <TextField
          label={t({ message: 'To', context: 'range' })}
          type="number"
          inputMode="numeric"
          min={least}
          max={most}
          value={value ? max : ''}
          placeholder={String(most)}
          onBlur={onRest}
          onChange={({ target }) => set({ max: target.value === '' ? most : Number(target.value) })}
        />
      </div>
    </fieldset>
  )
}
