import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import styles from './field.module.css'

type Props<T extends string> = {
  label: string
  options: readonly { value: T; name: string }[]
  value: T
  onChange: (value: T) => void
  className?: string
}

export const filterLabelClass = 'mb-1 block text-caption font-medium text-muted'

export function FilterSelect<T extends string>({
  label,
  options,
  value,
  onChange,
  className = 'w-[9.5rem] phone:w-auto phone:flex-[1_0_8rem]',
}: Props<T>) {
  const id = useId()
  return (
    <span className={className}>
      <label className={filterLabelClass} htmlFor={id}>
        {label}
      </label>
      <span className={styles['select']}>
        <select
          id={id}
          className={styles['input']}
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
        <ChevronDown className="icon" />
      </span>
    </span>
  )
}

export function DayFilter({ label, day, onChange }: { label: string; day: string; onChange: (day: string) => void }) {
  const id = useId()
  return (
    <span className="phone:flex-[1_0_8rem]">
      <label className={filterLabelClass} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={`${styles['input']} w-auto! phone:w-full!`}
        type="date"
        value={day}
        onChange={({ target }) => onChange(target.value)}
      />
    </span>
  )
}
