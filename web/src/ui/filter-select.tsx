import { useLingui } from '@lingui/react/macro'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { dayOrderIn, dayPattern, dayShown, isDay, typedDay } from './day-text.ts'

type Props<T extends string> = {
  label: string
  options: readonly { value: T; name: string }[]
  value: T
  onChange: (value: T) => void
  className?: string
}

const boxClass =
  'relative inline-flex min-h-(--control) min-w-0 items-stretch rounded-md border border-line-strong bg-surface ' +
  'focus-within:border-(--focus) focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-(--focus) ' +
  'phone:w-auto phone:flex-[1_0_9rem]'
const labelClass = 'self-center ps-3 whitespace-nowrap text-muted'
const controlClass =
  '-my-px min-w-0 flex-auto appearance-none rounded-[inherit] border-0 bg-transparent ps-2 text-ellipsis outline-none'

/** The classes of a field whose label and value share a line. */
export const filterClasses = { box: boxClass, label: labelClass, control: `${controlClass} pe-3` }

/** A filter shows its name beside its value, so that a row of them takes one line. */
export function FilterSelect<T extends string>({ label, options, value, onChange, className = '' }: Props<T>) {
  const id = useId()
  return (
    <span className={`${boxClass} w-42 ${className}`}>
      <label className={labelClass} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        // The list of choices has a background of its own.
        className={`${controlClass} w-0 pe-7 [&>option]:bg-raised`}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((each) => each.value === target.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {options.map((each) => (
          <option key={each.value} value={each.value}>
            {each.name}
          </option>
        ))}
      </select>
      <ChevronDown className="icon pointer-events-none absolute inset-e-2 top-1/2 -translate-y-1/2 text-muted" />
    </span>
  )
}

type DayProps = { label: string; day: string; onChange: (day: string) => void; className?: string }

/** A day that is typed in the order of the reader's language, and counts once it is complete. */
export function DayFilter({ label, day, onChange, className = '' }: DayProps) {
  const { i18n } = useLingui()
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const locales = i18n.locales ?? i18n.locale
  const order = dayOrderIn(locales)
  const value = typed ?? day
  const change = (text: string) => {
    const next = typedDay(text, value, order)
    const isComplete = next === '' || isDay(next)
    setTyped(isComplete ? undefined : next)
    if (isComplete) onChange(next)
  }
  return (
    <span className={`${boxClass} ${className}`}>
      <label className={labelClass} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={`${filterClasses.control} w-28`}
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        title={dayPattern(locales, order)}
        placeholder={dayPattern(locales, order)}
        value={dayShown(value, order)}
        onChange={({ target }) => change(target.value)}
      />
    </span>
  )
}
