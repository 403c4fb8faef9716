import { ChevronDown, CircleAlert, Eye, EyeOff } from 'lucide-react'
import {
  useId,
  useState,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react'

type Frame = { label: string; hint?: ReactNode; error?: string | undefined; optional?: string }

/** Label above, hint below; an error takes the hint's place and is tied to the field. */
function useFrame({ label, hint, error, optional }: Frame) {
  const id = useId()
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined
  const frame = (control: ReactNode) => (
    <div className="field">
      <label htmlFor={id}>
        {label} {optional && <span className="muted font-normal">{optional}</span>}
      </label>
      {control}
      {error ? (
        <p className="error" id={`${id}-error`}>
          <CircleAlert className="i" size={18} aria-hidden="true" />
          <span>{error}</span>
        </p>
      ) : (
        hint && (
          <p className="hint" id={`${id}-hint`}>
            {hint}
          </p>
        )
      )}
    </div>
  )
  return { frame, control: { id, 'aria-describedby': described, 'aria-invalid': error ? (true as const) : undefined } }
}

type TextProps = Frame & InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }

export function TextField({ label, hint, error, optional, ...input }: TextProps) {
  const { frame, control } = useFrame({ label, hint, error, ...(optional ? { optional } : {}) })
  return frame(<input className="input" {...control} {...input} />)
}

type PasswordProps = Omit<TextProps, 'type'> & { show: string; hide: string }

/** What is typed can be looked at: that prevents more mistakes than hiding it prevents harm. */
export function PasswordField({ label, hint, error, optional, show, hide, ...input }: PasswordProps) {
  const { frame, control } = useFrame({ label, hint, error, ...(optional ? { optional } : {}) })
  const [visible, setVisible] = useState(false)
  return frame(
    <span className="relative block">
      <input className="input pr-12!" type={visible ? 'text' : 'password'} {...control} {...input} />
      <button
        type="button"
        className="absolute inset-y-0 right-0 grid w-12 place-items-center border-0 bg-transparent text-muted"
        aria-label={visible ? hide : show}
        aria-pressed={visible}
        onClick={() => setVisible(!visible)}
      >
        {visible ? <EyeOff size={20} aria-hidden="true" /> : <Eye size={20} aria-hidden="true" />}
      </button>
    </span>,
  )
}

export function TextArea({
  label,
  hint,
  error,
  optional,
  ...input
}: Frame & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const { frame, control } = useFrame({ label, hint, error, ...(optional ? { optional } : {}) })
  return frame(<textarea className="input" {...control} {...input} />)
}

/** The browser's own select: it works everywhere, and needs no script that injects styles. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  children,
  ...select
}: Frame & SelectHTMLAttributes<HTMLSelectElement>) {
  const { frame, control } = useFrame({ label, hint, error, ...(optional ? { optional } : {}) })
  return frame(
    <span className="select">
      <select className="input" {...control} {...select}>
        {children}
      </select>
      <ChevronDown className="i" aria-hidden="true" />
    </span>,
  )
}

type TickProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: ReactNode
  error?: string | undefined
  type?: 'checkbox' | 'radio'
}

export function Tick({ label, error, type = 'checkbox', ...input }: TickProps) {
  const id = useId()
  return (
    <div className="field">
      <label className="check">
        <input
          type={type}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          {...input}
        />
        <span>{label}</span>
      </label>
      {error && (
        <p className="error" id={`${id}-error`}>
          <CircleAlert className="i" size={18} aria-hidden="true" />
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
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { label: string; hint?: string }) {
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-4">
      <div>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint && (
          <p className="small muted" id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
      <input id={id} type="checkbox" className="switch" aria-describedby={hint ? `${id}-hint` : undefined} {...input} />
    </div>
  )
}
