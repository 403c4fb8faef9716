import { Trans, useLingui } from '@lingui/react/macro'
import { Plus, X } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { inputClass, useFrame, type Frame, typedDirection } from './field.tsx'
import { folded } from './folded.ts'
import { listIn } from './list-in.ts'
import { chipClass } from './pieces.tsx'

const SHOWN = 8
const chip = 'min-h-11! max-w-full border-0 py-1! text-start wrap-anywhere'

type Props = Frame & {
  initial: readonly string[]
  suggestions: readonly string[]
  most: number
  /** Gets what is in chips, and what is typed and not a chip yet. */
  onChange: (values: string[]) => void
}

/** Several short words: typed, or chosen from suggestions; each becomes a chip that a press removes. */
export function ChipsField({ initial, suggestions, most, onChange, ...field }: Props) {
  const { frame, control } = useFrame(field)
  const { chips, text, status, set, add, remove, input } = useChips(initial, onChange)
  const onKeyDown = (event: KeyboardEvent) => {
    const last = chips.at(-1)
    if (event.key === 'Enter' && text.trim()) {
      event.preventDefault()
      add(text)
    } else if (event.key === 'Backspace' && text === '' && last && !event.repeat) remove(last)
  }
  const shown = chips.length < most ? fitting(suggestions, chips, text) : []
  return (
    <div className="grid gap-3">
      {frame(
        <input
          className={inputClass}
          dir={typedDirection(text)}
          {...control}
          ref={input}
          value={text}
          autoComplete="off"
          enterKeyHint="done"
          onChange={({ target }) => (target.value.includes(',') ? add(target.value) : set(chips, target.value))}
          onKeyDown={onKeyDown}
        />,
      )}
      <Chips chips={chips} onRemove={remove} />
      <Suggestions of={field.label} words={shown} onAdd={add} />
      <p className="sr-only" role="status">
        {status}
      </p>
    </div>
  )
}

/** What is in the list so far. */
function Chips({ chips, onRemove }: { chips: readonly string[]; onRemove: (value: string) => void }) {
  const { t } = useLingui()
  if (chips.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2">
      {chips.map((each) => (
        <li key={each} className="max-w-full">
          <button
            type="button"
            className={`${chipClass('on')} ${chip}`}
            aria-label={t`Remove ${each}`}
            onClick={() => onRemove(each)}
          >
            <bdi>{each}</bdi>
            <X className="flex-none" size={16} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}

type SuggestionsProps = { of: string; words: readonly string[]; onAdd: (value: string) => void }

function Suggestions({ of, words, onAdd }: SuggestionsProps) {
  const { t } = useLingui()
  if (words.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2" role="group" aria-label={t`Suggestions for ${of}`}>
      {words.map((each, place) => (
        // The place is the key, so that the focus stays there, on the next word.
        // eslint-disable-next-line react/no-array-index-key
        <button key={place} type="button" className={`${chipClass()} ${chip}`} onClick={() => onAdd(each)}>
          <Plus className="flex-none" size={16} aria-hidden="true" />
          <span className="sr-only">
            <Trans>Add</Trans>{' '}
          </span>
          {each}
        </button>
      ))}
    </div>
  )
}

/** Those that are not chosen and have what is being typed in them. */
function fitting(suggestions: readonly string[], chips: readonly string[], text: string): string[] {
  const chosen = new Set(chips.map(folded))
  const typed = folded(text.trim())
  return suggestions.filter((each) => !chosen.has(folded(each)) && folded(each).includes(typed)).slice(0, SHOWN)
}

function useChips(initial: readonly string[], onChange: (values: string[]) => void) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [chips, setChips] = useState(initial)
  const [text, setText] = useState('')
  const [status, setStatus] = useState('')
  const set = (next: readonly string[], typed: string) => {
    setChips(next)
    setText(typed)
    onChange(listIn([...next, typed].join(',')))
  }
  const add = (typed: string) => {
    const added = listIn(typed)
    set(listIn([...chips, ...added].join(',')), '')
    setStatus(t`Added: ${added.join(', ')}`)
  }
  const remove = (value: string) => {
    set(
      chips.filter((each) => each !== value),
      text,
    )
    setStatus(t`Removed: ${value}`)
    input.current?.focus()
  }
  return { chips, text, status, set, add, remove, input }
}
