import { useLingui } from '@lingui/react/macro'
import { SelectField } from '../../ui/select-field.tsx'

const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** An hour of the day, in the reader's language. */
export function useHourName() {
  const { i18n } = useLingui()
  return (hour: number) => i18n.date(new Date(2000, 0, 1, hour), { timeStyle: 'short' })
}

type Props = { label: string; hint?: string; value: number; onChange: (hour: number) => void }

/** An hour of the member’s day. */
export function HourField({ label, value, onChange, ...more }: Props) {
  const nameOfHour = useHourName()
  return (
    <SelectField label={label} value={value} onChange={({ target }) => onChange(Number(target.value))} {...more}>
      {hours.map((hour) => (
        <option key={hour} value={hour}>
          {nameOfHour(hour)}
        </option>
      ))}
    </SelectField>
  )
}
