import { useEffect } from 'react'

/** What the server wrote, for pages that say nothing of themselves. */
let first: string | undefined

/** The page's own title and description. */
export function usePage(title: string, brand: string, description?: string): void {
  useEffect(() => {
    document.title = title === brand ? brand : `${title} · ${brand}`
    const meta = document.querySelector<HTMLMetaElement>('meta[name="description"]')
    if (!meta) return
    first ??= meta.content
    meta.content = description ?? first
  }, [title, brand, description])
}

export type Theme = 'system' | 'light' | 'dark'
const KEY = 'kindred.theme'

export const themeNow = (): Theme => {
  try {
    const kept = localStorage.getItem(KEY)
    return kept === 'light' || kept === 'dark' ? kept : 'system'
  } catch {
    return 'system'
  }
}

/** Follows the system, unless the person chose. */
export function setTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // Kept for this page alone.
  }
}
