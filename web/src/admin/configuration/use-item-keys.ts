import { useEffect, useRef, useState } from 'react'

export const moved = <T>(items: readonly T[], from: number, to: number): T[] =>
  items.toSpliced(from, 1).toSpliced(to, 0, ...items.slice(from, from + 1))

/** Keys that move with their items, so that a moved item keeps its focus. */
export function useItemKeys(count: number) {
  const [ids, setIds] = useState<readonly string[]>(() => Array.from({ length: count }, () => crypto.randomUUID()))
  const [wanted, setWanted] = useState<readonly string[]>([])
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const buttons = wanted.map((each) => list.current?.querySelector<HTMLButtonElement>(`[data-does="${each}"]`))
    buttons.find((button) => button && !button.disabled)?.focus()
  }, [wanted])
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
    add: () => setIds([...ids, crypto.randomUUID()]),
  }
}
