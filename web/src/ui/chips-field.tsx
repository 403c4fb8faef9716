import { useLingui } from '@lingui/react/macro'
import { Plus, X } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { inputClass, useFrame, type Frame, typedDirection } from './field.tsx'
import { folded } from './folded.ts'
import { listIn } from './list-in.ts'
import { chipClass } from './pieces.tsx'
import { useFormats } from './use-formats.ts'

const SHOWN = 8
const chip = 'min-h-11! max-w-full border-0 py-1! text-start wrap-anywhere'

type Props = Frame & {
  initial: readonly string[]
  suggestions: readonly string[]
  /** `keyOf` converts typed or selected text into the value of a chip, and `wordOf` converts a value into its label. */
  keyOf?: (text: string) => string
  wordOf?: (value: string) => string
  max: number
  /** Receives the values of the chips and of any text that isn't a chip yet. */
  onChange: (values: string[]) => void
}

type Words = Required<Pick<Props, 'keyOf' | 'wordOf'>>
const same = (text: string) => text

/** Several short values, typed or selected from suggestions. Each becomes a chip, which a press removes. */
export function ChipsField({ initial, suggestions, keyOf = same, wordOf = same, max, onChange, ...field }: Props) {
  const { frame, control } = useFrame(field)
  const { chips, text, status, set, add, remove, input } = useChips(initial, onChange, { keyOf, wordOf })
  const onKeyDown = (event: KeyboardEvent) => {
    const last = chips.at(-1)
    if (event.key === 'Enter' && text.trim()) {
      event.preventDefault()
      add(text)
    } else if (event.key === 'Backspace' && text === '' && last && !event.repeat) remove(last)
  }
  const shown = chips.length < max ? fitting(suggestions, chips, text, wordOf) : []
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
      <Chips chips={chips} wordOf={wordOf} onRemove={remove} />
      <Suggestions of={field.label} values={shown} wordOf={wordOf} onAdd={add} />
      <p className="sr-only" role="status">
        {status}
      </p>
    </div>
  )
}

type ChipsProps = { chips: readonly string[]; onRemove: (value: string) => void } & Pick<Words, 'wordOf'>

function Chips({ chips, wordOf, onRemove }: ChipsProps) {
  const { t } = useLingui()
  if (chips.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2">
      {chips.map((each) => (
        <li key={each} className="max-w-full">
          <button
            type="button"
            className={`${chipClass('on')} ${chip}`}
            aria-label={t`Remove ${wordOf(each)}`}
            onClick={() => onRemove(each)}
          >
            <bdi>{wordOf(each)}</bdi>
            <X className="flex-none" size={16} />
          </button>
        </li>
      ))}
    </ul>
  )
}

type SuggestionsProps = { of: string; values: readonly string[]; onAdd: (value: string) => void } & Pick<
  Words,
  'wordOf'
>

function Suggestions({ of, values, wordOf, onAdd }: SuggestionsProps) {
  const { t } = useLingui()
  if (values.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2" role="group" aria-label={t`Suggestions for ${of}`}>
      {values.map((each, place) => (
        // The position is the key, so that the focus stays there, on the next chip.
        // eslint-disable-next-line react/no-array-index-key
        <button key={place} type="button" className={`${chipClass()} ${chip}`} onClick={() => onAdd(each)}>
          <Plus className="flex-none" size={16} />
          <span className="sr-only">{t`Add`} </span>
          <bdi>{wordOf(each)}</bdi>
        </button>
      ))}
    </div>
  )
}

function fitting(
  suggestions: readonly string[],
  chips: readonly string[],
  text: string,
  wordOf: Words['wordOf'],
): string[] {
  const chosen = new Set(chips.map(folded))
  const typed = folded(text.trim())
  return suggestions.filter((each) => !chosen.has(folded(each)) && folded(wordOf(each)).includes(typed)).slice(0, SHOWN)
}

function useChips(initial: readonly string[], onChange: (values: string[]) => void, { keyOf, wordOf }: Words) {
  const { t } = useLingui()
  const { list } = useFormats()
  const input = useRef<HTMLInputElement>(null)
  const [chips, setChips] = useState(initial)
  const [text, setText] = useState('')
  const [status, setStatus] = useState('')
  const set = (next: readonly string[], typed: string) => {
    setChips(next)
    setText(typed)
    onChange(listIn([...next, ...listIn(typed).map(keyOf)].join(',')))
  }
  const add = (typed: string) => {
    const added = listIn(typed).map(keyOf)
    set(listIn([...chips, ...added].join(',')), '')
    setStatus(t`Added: ${list(added.map(wordOf))}`)
  }
  const remove = (value: string) => {
    set(
      chips.filter((each) => each !== value),
      text,
    )
    setStatus(t`Removed: ${wordOf(value)}`)
    input.current?.focus()
  }
  return { chips, text, status, set, add, remove, input }
}
