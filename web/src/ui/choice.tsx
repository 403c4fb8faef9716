import { ChevronDown } from 'lucide-react'
import styles from './field.module.css'

type Props<T extends string> = {
  label: string
  options: readonly { value: T; name: string }[]
  value: T
  onChange: (value: T) => void
  className?: string
}

/** A select in a row of filters. Its label is read aloud, and its selected option shows what it is about. */
export const Choice = <T extends string>({
  label,
  options,
  value,
  onChange,
  className = 'w-[9.5rem] phone:w-auto phone:flex-[1_0_8rem]',
}: Props<T>) => (
  <span className={`${styles['select']} ${className}`}>
    <select
      className={styles['input']}
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
    <ChevronDown className="icon" aria-hidden="true" />
  </span>
)
