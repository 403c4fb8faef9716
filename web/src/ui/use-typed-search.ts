import { useEffect, useEffectEvent, useState } from 'react'

/** Milliseconds of pause in typing before a search. */
const PAUSE = 250

/**
 * A search as you type: it starts after a short pause, and at once on Enter or when cleared. `applied` is what the list
 * shows; when that changes by itself (another view, the back button), the field follows.
 */
export function useTypedSearch(applied: string, onSearch: (text: string) => void) {
  const [{ text, of }, setTyped] = useState({ text: applied, of: applied })
  // Text typed in the meantime stays, unless something else changed the list.
  if (of !== applied) setTyped({ text: text.trim() === applied || text.trim() !== of ? text : applied, of: applied })
  const wanted = text.trim()
  const search = useEffectEvent((value: string) => value !== applied && onSearch(value))
  useEffect(() => {
    const timer = setTimeout(() => search(wanted), PAUSE)
    return () => clearTimeout(timer)
  }, [wanted])
  const type = (value: string) => setTyped({ text: value, of: applied })
  return {
    text,
    /** The text of the field, trimmed. */
    wanted,
    /** Typed, but not searched for yet. */
    isPending: wanted !== applied,
    type,
    searchNow: () => wanted !== applied && onSearch(wanted),
    clear: () => {
      type('')
      if (applied !== '') onSearch('')
    },
  }
}

export type TypedSearch = ReturnType<typeof useTypedSearch>
