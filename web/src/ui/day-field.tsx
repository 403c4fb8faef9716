import { Plural, useLingui } from '@lingui/react/macro'
import { dayOrderIn, dayPattern, dayShown, isDay, typedDay } from './day-text.ts'
import { useDirection } from './direction.ts'
import { TextField } from './field.tsx'
import { useFormats } from './use-formats.ts'

export const ageOn = (born: string, now = new Date()): number => {
  const [year = 0] = born.split('-').map(Number)
  const today = now.toISOString().slice(0, 10)
  return Number(today.slice(0, 4)) - year - (today.slice(5) < born.slice(5) ? 1 : 0)
}

type Props = {
  label: string
  /** A day (YYYY-MM-DD), or the beginning of one as it was typed. */
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}

/** A date of birth, typed in the order of the reader's language. The date in words shows that it was understood. */
export function BirthdayField({ value, onChange, ...field }: Props) {
  const { i18n } = useLingui()
  const { longDay } = useFormats()
  const direction = useDirection()
  const locales = i18n.locales ?? i18n.locale
  const order = dayOrderIn(locales)
  return (
    <TextField
      required
      inputMode="numeric"
      autoComplete="bday"
      enterKeyHint="next"
      dir="ltr"
      style={{ textAlign: direction === 'rtl' ? 'right' : 'left' }}
      placeholder={dayShown('1994-05-17', order)}
      hint={
        isDay(value) ? (
          <span role="status">
            {longDay(`${value}T12:00:00`)} ·{' '}
            <Plural value={ageOn(value)} one="You’re # year old." other="You’re # years old." />
          </span>
        ) : (
          dayPattern(locales, order)
        )
      }
      value={dayShown(value, order)}
      onChange={({ target }) => onChange(typedDay(target.value, value, order))}
      {...field}
    />
  )
}
