import { useEffect, useEffectEvent, useState } from 'react'

type Actions = {
  /** How many rows there are. */
  count: number
  searchId: string
  /** What the keys besides do to the row that one stands at. */
  on: Partial<Record<'Enter' | 'x' | 'r' | 'n' | 'e', (at: number) => void>>
  onEscape?: () => void
}

const writing = 'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"], [role="menu"]'

/** A list by the keyboard: j and k go down and up, `/` leads to the search, Escape out of everything. */
export function useListKeys({ count, searchId, on, onEscape }: Actions): number | null {
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
    if (place === null || (key === 'Enter' && target.closest('a, button, summary'))) return
    on[key as keyof typeof on]?.(place)
  })
  useEffect(() => {
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  return place
}
