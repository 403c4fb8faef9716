import { CircleAlert } from 'lucide-react'
import { useId, type InputHTMLAttributes, type ReactNode } from 'react'
import field from './field.module.css'
import styles from './tick.module.css'

type TickProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: ReactNode
  error?: string | undefined
  type?: 'checkbox' | 'radio'
}

export function Tick({ label, error, type = 'checkbox', ...input }: TickProps) {
  const id = useId()
  return (
    <div className={field['field']}>
      <label className={`${styles['tick']} [font:inherit]`}>
        <input
          type={type}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          {...input}
        />
        <span>{label}</span>
      </label>
      {error && (
        <p className={field['error']} id={`${id}-error`}>
          <CircleAlert className="icon" size={18} aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}

export function Switch({
  label,
  hint,
  ...input
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { label: string; hint?: ReactNode }) {
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-4">
      <div>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint && (
          <p className="text-small text-muted" id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
      <input
        id={id}
        type="checkbox"
        className={styles['switch']}
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...input}
      />
    </div>
  )
}
