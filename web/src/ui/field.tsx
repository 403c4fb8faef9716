import { CircleAlert } from 'lucide-react'
import { useId, type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes } from 'react'
import styles from './field.module.css'

export const inputClass = styles['input']
/** The wrapper of a field with a search icon. */
export const searchClass = styles['search']

export type Frame = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  optional?: string
  /** The result of the last change, announced to screen readers. */
  note?: string
}

export const FieldError = ({ id, children }: { id: string; children: ReactNode }) => (
  <p className={styles['error']} id={id}>
    <CircleAlert className="icon" size={18} />
    <span>{children}</span>
  </p>
)

export const FieldNote = ({ children }: { children: ReactNode }) => (
  <span role="status" className="text-caption font-medium text-positive-soft-ink">
    {children}
  </span>
)

/** Puts the label above and the hint below. An error replaces the hint and is linked to the field. */
export function useFrame({ label, hint, error, optional, note }: Frame) {
  const id = useId()
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined
  const frame = (control: ReactNode) => (
    <div className={`${styles['field']} ${note === undefined ? '' : 'relative'}`}>
      <label htmlFor={id} className={note === undefined ? undefined : 'pe-16'}>
        {label} {optional && <span className="text-muted font-normal">{optional}</span>}
      </label>
      {note !== undefined && (
        <span className="absolute inset-e-0 top-0">
          <FieldNote>{note}</FieldNote>
        </span>
      )}
      {control}
      {error ? (
        <FieldError id={`${id}-error`}>{error}</FieldError>
      ) : (
        hint && (
          <p className={styles['hint']} id={`${id}-hint`}>
            {hint}
          </p>
        )
      )}
    </div>
  )
  return { frame, control: { id, 'aria-describedby': described, 'aria-invalid': error ? (true as const) : undefined } }
}

export type TextProps = Frame & InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }

/** Typed text has its own direction. An empty field uses the page's, because `auto` would make it left-to-right. */
export const typedDirection = (text: unknown): 'auto' | undefined => (text ? 'auto' : undefined)

/** Dates and numbers use the page's direction. */
const directionFor = ({ type = 'text', value, defaultValue }: InputHTMLAttributes<HTMLInputElement>) =>
  /^(text|search|email|tel|url)$/.test(type) ? typedDirection(value ?? defaultValue) : undefined

export function TextField({ label, hint, error, optional, ...input }: TextProps) {
  const { frame, control } = useFrame({ label, hint, error, ...(optional ? { optional } : {}) })
  return frame(<input className={inputClass} dir={directionFor(input)} {...control} {...input} />)
}

export function TextArea({
  label,
  hint,
  error,
  optional,
  ...input
}: Frame & TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }) {
  const { frame, control } = useFrame({ label, hint, error, ...(optional ? { optional } : {}) })
  const rows = { '--rows': input.rows ?? 2 }
  return frame(
    <textarea className={inputClass} dir={typedDirection(input.value)} style={rows} {...control} {...input} />,
  )
}
