import { useEffect, useEffectEvent, useState } from 'react'

/** The pause in typing before a search, in milliseconds. */
const PAUSE = 250

/**
 * A search as you type. It starts after a short pause, or immediately on Enter or when cleared. `applied` is the search
 * that the list shows. If that changes in another way (another view, the back button), the field follows.
 */
export function useTypedSearch(applied: string, onSearch: (text: string) => void) {
  const [{ text, of }, setTyped] = useState({ text: applied, of: applied })
  // Text typed in the meantime is kept, unless something else changed the list.
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
    /** True if the text hasn't been searched for yet. */
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
