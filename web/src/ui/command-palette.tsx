import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { dialogClass, LazyOverlay } from './dialog.tsx'
import { matchesText } from './folded.ts'
import { inputClass, searchClass, typedDirection } from './field.tsx'

/** `words` are further search terms. */
export type Command = { id: string; name: string; words?: string; hint?: string; icon?: ReactNode; run: () => void }
type PaletteProps = {
  commands: readonly Command[]
  words: { title: string; placeholder: string; nothing: string }
  onSearch?: (text: string) => void
}
type Props = PaletteProps & { open: boolean; onOpenChange: (open: boolean) => void }

const matchesWords = (name: string, text: string): boolean =>
  text.split(/\s+/).every((word) => matchesText([name], word))

/** The command palette, opened with Ctrl-K or a button, closed with Escape, and navigated with arrow keys. */
export function CommandPalette({ commands, words, onSearch, open, onOpenChange }: Props) {
  const close = () => onOpenChange(false)
  const toggle = useEffectEvent(() => onOpenChange(!open))
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      toggle()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <LazyOverlay
      open={open}
      onClose={close}
      title={words.title}
      className={`${dialogClass} inset-x-0 top-[12vh] mx-auto w-[calc(100vw-2rem)] max-w-xl`}
    >
      <Palette {...{ commands, words }} close={close} {...(onSearch ? { onSearch } : {})} />
    </LazyOverlay>
  )
}

function Palette({ commands, words, onSearch, close }: PaletteProps & { close: () => void }) {
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const isNamed = ({ name }: Command) => matchesWords(name, text)
  const all = commands.filter(({ name, words: besides = '' }) => matchesWords(`${name} ${besides}`, text))
  const found = [...all.filter(isNamed), ...all.filter((command) => !isNamed(command))]
  const choose = (command: Command | undefined) => {
    if (!command) return
    close()
    command.run()
  }
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setAt((before) => (before + step + found.length) % Math.max(1, found.length))
    }
    if (event.key === 'Enter') {
      // Otherwise, the key would also press the button that the command's dialog has just focused.
      event.preventDefault()
      choose(found[at])
    }
  }
  return (
    <>
      <div className={`${searchClass} border-b border-line`}>
        <Search className="icon" />
        <input
          className={`${inputClass} border-0! ps-10!`}
          role="combobox"
          dir={typedDirection(text)}
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={found[at] ? `${id}-${found[at].id}` : undefined}
          aria-label={words.placeholder}
          placeholder={words.placeholder}
          maxLength={200}
          value={text}
          onKeyDown={onKey}
          onChange={({ target }) => {
            setText(target.value)
            setAt(0)
            onSearch?.(target.value)
          }}
        />
      </div>
      <Options id={id} title={words.title} found={found} at={at} onChoose={choose} />
      {found.length === 0 && <p className="text-muted p-4 text-center">{words.nothing}</p>}
    </>
  )
}

type OptionsProps = {
  id: string
  title: string
  found: readonly Command[]
  at: number
  onChoose: (command: Command) => void
}

const Options = ({ id, title, found, at, onChoose }: OptionsProps) => (
  <div id={id} role="listbox" aria-label={title} className="max-h-80 overflow-auto p-2">
    {found.map((command, index) => (
      <div
        key={command.id}
        id={`${id}-${command.id}`}
        role="option"
        tabIndex={-1}
        aria-selected={index === at}
        className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 aria-selected:bg-sunken"
        onClick={() => onChoose(command)}
        onKeyDown={({ key }) => key === 'Enter' && onChoose(command)}
      >
        {command.icon}
        <bdi>{command.name}</bdi>
        {command.hint && (
          <span className="text-muted ms-auto" dir="auto">
            {command.hint}
          </span>
        )}
      </div>
    ))}
  </div>
)
