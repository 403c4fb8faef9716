import { useId, type InputHTMLAttributes, type ReactNode } from 'react'
import { FieldError, FieldNote } from './field.tsx'
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
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

type SwitchProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: string
  hint?: ReactNode
  /** The result of the last switch, announced to screen readers. */
  note?: string
  /** True while busy: the switch keeps the focus, which `disabled` would take, and ignores further presses. */
  busy?: boolean
}

export function Switch({ label, hint, note, busy = false, onChange, ...input }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="font-medium pointer-coarse:-my-3 pointer-coarse:block pointer-coarse:py-3">
          {label}
        </label>
        {hint && (
          <p className="text-small text-muted" id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
      <span className="relative flex-none">
        <input
          id={id}
          type="checkbox"
          className={`${styles['switch']} block`}
          aria-describedby={hint ? `${id}-hint` : undefined}
          aria-disabled={busy || undefined}
          onChange={busy ? () => {} : onChange}
          {...input}
        />
        {note !== undefined && (
          <span className="absolute inset-e-0 top-full leading-none">
            <FieldNote>{note}</FieldNote>
          </span>
        )}
      </span>
    </div>
  )
}
