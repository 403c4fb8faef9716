import { ChevronDown } from 'lucide-react'

type Props<T extends string> = {
  label: string
  options: readonly { value: T; name: string }[]
  value: T
  onChange: (value: T) => void
}

/** One of a few, in a row of filters: its name is told, and shown by what is chosen. */
export const Choice = <T extends string>({ label, options, value, onChange }: Props<T>) => (
  <span className="select">
    <select
      className="input"
      aria-label={label}
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
    <ChevronDown className="i" aria-hidden="true" />
  </span>
)
