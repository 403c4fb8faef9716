import { Check } from 'lucide-react'
import type { ButtonHTMLAttributes, InputHTMLAttributes, ReactNode } from 'react'

// Full-width tiles for the answers to one question. A tile is either a radio button or checkbox, or a button that
// answers the question at once.

const tileClass =
  'flex min-h-14 w-full items-center gap-3 rounded-lg border border-line-strong bg-surface px-4 py-3 text-start ' +
  'transition-colors duration-(--dur-1) motion-reduce:transition-none hover:border-ink'
/** The chosen tile has an edge of 2 px without changing its size. */
const chosenClass = 'border-ink! shadow-[inset_0_0_0_1px_var(--ink)]'
const chosenInputClass = 'has-checked:border-ink! has-checked:shadow-[inset_0_0_0_1px_var(--ink)]'
const focusClass = 'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)'
const invalidClass = 'has-[[aria-invalid]]:border-danger'

const Words = ({ label, hint }: { label: ReactNode; hint?: ReactNode }) => (
  <span className="grid min-w-0 flex-1 gap-0.5">
    <span className="font-medium">{label}</span>
    {hint && <span className="text-small text-muted">{hint}</span>}
  </span>
)

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> & {
  label: ReactNode
  hint?: ReactNode
  type?: 'checkbox' | 'radio'
}

export const ChoiceTile = ({ label, hint, type = 'radio', ...input }: InputProps) => (
  <label className={`${tileClass} ${chosenInputClass} ${focusClass} ${invalidClass}`}>
    <Words label={label} hint={hint} />
    <span className="relative grid size-6 flex-none place-items-center">
      <input
        type={type}
        className={
          'peer col-start-1 row-start-1 m-0 size-6 appearance-none border-[1.5px] border-line-strong bg-surface ' +
          `outline-none! checked:border-ink checked:bg-ink ${type === 'radio' ? 'rounded-full' : 'rounded-sm'}`
        }
        {...input}
      />
      <Check
        className="pointer-events-none invisible col-start-1 row-start-1 text-surface peer-checked:visible"
        size={16}
        strokeWidth={3}
        aria-hidden="true"
      />
    </span>
  </label>
)

type AnswerProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children'> & {
  label: ReactNode
  hint?: ReactNode
  /** True for the answer that was given before. */
  isCurrent?: boolean
}

/** A tile that answers the question with one press. */
export const AnswerTile = ({ label, hint, isCurrent = false, ...button }: AnswerProps) => (
  <button
    type="button"
    className={`${tileClass} disabled:text-muted ${isCurrent ? chosenClass : ''}`}
    aria-current={isCurrent || undefined}
    {...button}
  >
    <Words label={label} hint={hint} />
    {isCurrent && <Check className="flex-none" size={20} strokeWidth={2.5} aria-hidden="true" />}
  </button>
)

/** The tiles of one question, below each other. */
export const tilesClass = 'grid gap-3'
