import { useEffect, useEffectEvent, useState } from 'react'

type Actions<T> = {
  rows: readonly T[]
  searchId: string
  /** What the other keys do to the current row. */
  on: Partial<Record<'Enter' | 'x' | 'r' | 'n' | 'e', (row: T) => void>>
  onEscape?: () => void
}

const writing = 'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"], [role="menu"]'

/** A list by the keyboard: j and k go down and up, `/` leads to the search, Escape out of everything. */
export function useListKeys<T>({ rows, searchId, on, onEscape }: Actions<T>): number | null {
  const count = rows.length
  const [at, setAt] = useState<number | null>(null)
  const place = at === null || count === 0 ? null : Math.min(at, count - 1)
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return
    if (key === 'Escape' && target.id === searchId) return target.blur()
    if (target.closest(writing)) return
    if (key === '/') {
      event.preventDefault()
      return document.getElementById(searchId)?.focus()
    }
    if (key === 'j') return setAt(Math.min(count - 1, (place ?? -1) + 1))
    if (key === 'k') return setAt(Math.max(0, (place ?? count) - 1))
    if (key === 'Escape') {
      setAt(null)
      return onEscape?.()
    }
    // A button or a link in focus keeps its Enter.
    const row = place === null ? undefined : rows[place]
    if (row === undefined || (key === 'Enter' && target.closest('a, button, summary'))) return
    new Map(Object.entries(on)).get(key)?.(row)
  })
  useEffect(() => {
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  return place
}
