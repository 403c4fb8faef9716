import { ChevronDown } from 'lucide-react'
import type { SelectHTMLAttributes } from 'react'
import { useFrame, type Frame } from './field.tsx'
import styles from './field.module.css'

/** The browser's own select works everywhere, and needs no script that injects styles. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  note,
  children,
  ...select
}: Frame & SelectHTMLAttributes<HTMLSelectElement>) {
  const { frame, control } = useFrame({
    label,
    hint,
    error,
    ...(optional ? { optional } : {}),
    ...(note === undefined ? {} : { note }),
  })
  return frame(
    <span className={styles['select']}>
      <select className={styles['input']} {...control} {...select}>
        {children}
      </select>
      <ChevronDown className="icon" />
    </span>,
  )
}
