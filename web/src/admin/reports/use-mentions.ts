import type { NamedUser } from '@kindred/contract/named-user'
import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { folded } from '../../ui/folded.ts'
import { useSession } from '../../session/store.ts'
import { useColleagues } from './use-colleagues.ts'

const MOST_SHOWN = 6

export const optionId = (list: string, id: string) => `${list}-${id}`

/** The text between an @ and the cursor, which may become a colleague's name. */
const wordAt = (text: string, cursor: number) => /(?:^|\s)@([^@\n]{0,40})$/.exec(text.slice(0, cursor))?.[1]

type Field = {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  /** The ids of the colleagues chosen so far. */
  chosen: readonly string[]
  onChange: (text: string, chosen: string[]) => void
}

/** Suggests colleagues after an @. The ids of the chosen ones are kept, because names can be alike and change. */
export function useMentions({ field, text, chosen, onChange }: Field) {
  const own = useSession(({ user }) => user?._id)
  const colleagues = useColleagues().filter(({ _id }) => _id !== own)
  const [word, setWord] = useState<string>()
  const [at, setAt] = useState(0)
  const list = useId()
  const found =
    word === undefined ? [] : colleagues.filter(({ name }) => folded(name).includes(folded(word))).slice(0, MOST_SHOWN)
  const current = found[Math.min(at, found.length - 1)]
  const look = () => {
    const area = field.current
    setWord(area ? wordAt(area.value, area.selectionStart) : undefined)
    setAt(0)
  }
  const pick = ({ _id, name }: NamedUser) => {
    const area = field.current
    if (!area || word === undefined) return
    const cursor = area.selectionStart
    const before = `${text.slice(0, cursor - word.length)}${name} `
    onChange(before + text.slice(cursor), [...new Set([...chosen, _id])])
    setWord(undefined)
    requestAnimationFrame(() => {
      area.focus()
      area.setSelectionRange(before.length, before.length)
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!current) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setAt((at + step + found.length) % found.length)
    else if (event.key === 'Enter' || event.key === 'Tab') pick(current)
    else if (event.key === 'Escape') setWord(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    list,
    found,
    current,
    look,
    pick,
    close: () => setWord(undefined),
    onKeyDown,
    /** Those whose name is still in the text. */
    mentioned: colleagues.filter(({ _id, name }) => chosen.includes(_id) && text.includes(`@${name}`)),
  }
}

export type Mentions = ReturnType<typeof useMentions>
