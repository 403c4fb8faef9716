import { useEffect, useEffectEvent, useState } from 'react'

type Actions<T> = {
  rows: readonly T[]
  searchId?: string
  on: Partial<Record<'Enter' | 'x' | 'a' | 'r' | 'n' | 'e', (row: T) => void>>
  onEscape?: () => void
  /** The current row stays current when others appear or disappear. If it disappears, none is current. */
  keyOf: (row: T) => string
  /** True if a click on a row also makes it current. */
  byClick?: boolean
}

const writing = 'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"], [role="menu"]'

export type Keys = Partial<Record<string, (() => void) | undefined>>

/** Page shortcuts, which don't apply while someone is typing. Holding a key down doesn't repeat a decision. */
export function usePageKeys(on: Keys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, repeat } = event
    if (ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return
    // Leaves a field, so that the keys of the page work again.
    if (key === 'Escape' && target.matches('input, textarea')) target.blur()
    else if (target.closest(writing)) return
    const act = new Map(Object.entries(on)).get(key)
    if (!act || (repeat && key !== 'j' && key !== 'k')) return
    // A focused button or link handles Enter itself.
    if (key === 'Enter' && target.closest('a, button, summary')) return
    // Otherwise, the character would be typed into the field that the key focuses.
    event.preventDefault()
    act()
  })
  useEffect(() => {
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

type Current = { index: number; key: string }

function placeOf<T>(current: Current | null, rows: readonly T[], keyOf: (row: T) => string): number | null {
  if (current === null) return null
  const found = rows.findIndex((row) => keyOf(row) === current.key)
  return found < 0 ? null : found
}

/**
 * Keyboard navigation of a list: j and k move down and up, as do the arrow keys once a row is current. `/` focuses the
 * search, and Escape leaves everything.
 */
export function useListKeys<T>({ rows, searchId, on, onEscape, keyOf, byClick = false }: Actions<T>): {
  at: number | null
  move: (by: 1 | -1) => void
  leave: () => void
} {
  const count = rows.length
  const [current, setCurrent] = useState<Current | null>(null)
  const place = placeOf(current, rows, keyOf)
  const setAt = (index: number) => {
    const row = rows[index]
    setCurrent(row === undefined ? null : { index, key: keyOf(row) })
  }
  const move = (by: 1 | -1) => {
    // If the current row has disappeared, the row in its place is next.
    const start = current ? current.index - (by === 1 ? 1 : 0) : by === 1 ? -1 : count
    setAt(Math.max(0, Math.min(count - 1, (place ?? start) + by)))
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return
    if (key === 'Escape' && target.id === searchId) return target.blur()
    if (target.closest(writing)) return
    if (key === '/' && searchId) {
      event.preventDefault()
      return document.getElementById(searchId)?.focus()
    }
    if (place !== null && (key === 'ArrowDown' || key === 'ArrowUp')) {
      event.preventDefault()
      return move(key === 'ArrowDown' ? 1 : -1)
    }
    if (key === 'j') return move(1)
    if (key === 'k') return move(-1)
    if (key === 'Escape') {
      setCurrent(null)
      return onEscape?.()
    }
    // A focused button or link handles Enter itself.
    const row = place === null ? undefined : rows[place]
    if (row === undefined || (key === 'Enter' && target.closest('a, button, summary'))) return
    new Map(Object.entries(on)).get(key)?.(row)
  })
  useEffect(() => {
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  const click = useEffectEvent(({ target }: MouseEvent) => {
    if (!byClick || !(target instanceof Element) || target.closest('a, button, label, input, [role="dialog"]')) return
    const row = target.closest('tbody tr[aria-rowindex]')
    // Selecting text with the mouse must not change the current row.
    if (row && getSelection()?.isCollapsed !== false) setAt(Number(row.getAttribute('aria-rowindex')) - 2)
  })
  useEffect(() => {
    window.addEventListener('click', click)
    return () => window.removeEventListener('click', click)
  }, [])
  return { at: place, move, leave: () => setCurrent(null) }
}
