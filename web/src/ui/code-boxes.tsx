import type { Ref, SyntheticEvent } from 'react'
import { codeIn } from './digits.ts'
import { useFrame, type Frame } from './field.tsx'

type Props = Pick<Frame, 'label' | 'hint' | 'error'> & {
  value: string
  onChange: (code: string) => void
  /** Called with the code when its last digit arrives, whether typed, pasted or filled in by the browser. */
  onComplete: (code: string) => void
  disabled?: boolean
  ref?: Ref<HTMLInputElement>
}

const LENGTH = 6

/** Typing always continues at the end, but everything can be selected and replaced. */
function moveToEnd({ currentTarget: input }: SyntheticEvent<HTMLInputElement>): void {
  if (input.selectionStart === input.selectionEnd) input.setSelectionRange(input.value.length, input.value.length)
}

/**
 * A code from an email. It is a single field, so that pasting, the browser's suggestion and screen readers work. The
 * boxes are painted below its invisible text. Digits run from left to right in every language.
 */
export function CodeBoxes({ label, hint, error, value, onChange, onComplete, ...input }: Props) {
  const { frame, control } = useFrame({ label, hint, error })
  const change = (typed: string) => {
    const code = codeIn(typed, value, LENGTH)
    onChange(code)
    if (code.length === LENGTH && code !== value) onComplete(code)
  }
  return frame(
    <div dir="ltr" className="relative">
      <input
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        className={
          'peer absolute inset-0 size-full border-0 bg-transparent text-transparent caret-transparent ' +
          'outline-none! selection:bg-transparent'
        }
        {...control}
        {...input}
        value={value}
        onChange={({ target }) => change(target.value)}
        onSelect={moveToEnd}
      />
      <div
        aria-hidden="true"
        className={
          'pointer-events-none grid grid-cols-6 gap-2 peer-focus:[&>[data-next]]:outline-2 ' +
          'peer-focus:[&>[data-next]]:outline-offset-1 peer-focus:[&>[data-next]]:outline-(--focus) ' +
          'peer-aria-invalid:[&>*]:border-danger'
        }
      >
        {Array.from({ length: LENGTH }, (_, at) => (
          <span
            // eslint-disable-next-line react/no-array-index-key -- the boxes never move
            key={at}
            data-next={at === Math.min(value.length, LENGTH - 1) || undefined}
            className={
              'grid h-14 place-items-center rounded-md border border-line-strong bg-surface font-display ' +
              'text-title tabular-nums'
            }
          >
            {value[at]}
          </span>
        ))}
      </div>
    </div>,
  )
}
