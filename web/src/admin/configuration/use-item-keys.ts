import { useEffect, useRef, useState } from 'react'

export const moved = <T>(items: readonly T[], from: number, to: number): T[] =>
  items.toSpliced(from, 1).toSpliced(to, 0, ...items.slice(from, from + 1))

/** Takes the focus when a form has new content, because the focused button may be gone. */
export function useFocusAfter<Place extends HTMLElement>(turn: number) {
  const place = useRef<Place>(null)
  useEffect(() => {
    if (turn > 0) place.current?.focus()
  }, [turn])
  return place
}

/** The list whose last entry gets the focus, in its first field, once it was added. */
export function useAdded<List extends HTMLElement>() {
  const list = useRef<List>(null)
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (count > 0) list.current?.lastElementChild?.querySelector<HTMLElement>('input, textarea, select')?.focus()
  }, [count])
  return { list, added: () => setCount(count + 1) }
}

/** Keys that move with their items, so that a moved item keeps its focus. */
export function useItemKeys(count: number) {
  const [ids, setIds] = useState<readonly string[]>([])
  // Items are also added from elsewhere, such as from a list of retired ones.
  if (ids.length !== count) setIds(Array.from({ length: count }, (_, at) => ids[at] ?? crypto.randomUUID()))
  const [wanted, setWanted] = useState<readonly string[]>([])
  const { list, added } = useAdded<HTMLOListElement>()
  useEffect(() => {
    const buttons = wanted.map((each) => list.current?.querySelector<HTMLButtonElement>(`[data-does="${each}"]`))
    buttons.find((button) => button && !button.disabled)?.focus()
  }, [list, wanted])
  return {
    ids,
    list,
    move: (from: number, to: number) => {
      const does = to < from ? ['up', 'down'] : ['down', 'up']
      setWanted(does.map((each) => `${each} ${ids[from]}`))
      setIds(moved(ids, from, to))
    },
    remove: (at: number) => {
      const next = ids[at + 1] ?? ids[at - 1]
      setWanted(next ? [`remove ${next}`] : [])
      setIds(ids.toSpliced(at, 1))
    },
    add: () => {
      setIds([...ids, crypto.randomUUID()])
      added()
    },
  }
}
