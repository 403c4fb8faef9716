import { Plural, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { dayOrderIn, dayPattern, dayShown, isDay, typedDay } from './day-text.ts'
import { useDirection } from './direction.ts'
import { TextField } from './field.tsx'
import { useFormats } from './use-formats.ts'

const ageOn = (born: string, now = new Date()): number => {
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

type TypedProps = Props & {
  example: string
  autoComplete: string
  /** Shows that a complete day was understood. */
  inWords: (day: string) => ReactNode
}

/** A date that is typed in the order of the reader's language. */
function TypedDay({ value, onChange, example, inWords, ...field }: TypedProps) {
  const { i18n } = useLingui()
  const direction = useDirection()
  const locales = i18n.locales ?? i18n.locale
  const order = dayOrderIn(locales)
  return (
    <TextField
      required
      inputMode="numeric"
      enterKeyHint="next"
      dir="ltr"
      style={{ textAlign: direction === 'rtl' ? 'right' : 'left' }}
      placeholder={dayShown(example, order)}
      hint={isDay(value) ? <span role="status">{inWords(value)}</span> : dayPattern(locales, order)}
      value={dayShown(value, order)}
      onChange={({ target }) => onChange(typedDay(target.value, value, order))}
      {...field}
    />
  )
}

/** A date of birth. */
export function BirthdayField(props: Props) {
  const { longDay } = useFormats()
  return (
    <TypedDay
      example="1994-05-17"
      autoComplete="bday"
      inWords={(day) => (
        <>
          {longDay(`${day}T12:00:00`)} ·{' '}
          <Plural value={ageOn(day)} one="You’re # year old." other="You’re # years old." />
        </>
      )}
      {...props}
    />
  )
}

/** A day to come. */
export function DayField(props: Props) {
  const { longDay } = useFormats()
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  return <TypedDay example={today} autoComplete="off" inWords={(day) => longDay(`${day}T12:00:00`)} {...props} />
}
