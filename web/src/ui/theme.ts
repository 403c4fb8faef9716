export type Theme = 'system' | 'light' | 'dark'
const KEY = 'kindred.theme'

export function themeNow(): Theme {
  try {
    const stored = localStorage.getItem(KEY)
    if (stored === 'light' || stored === 'dark') return stored
  } catch {
    // Without storage, no theme was chosen.
  }
  return 'system'
}

/** Applies a theme. The system's theme applies unless the user chose one. */
export function setTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // Without storage, the theme lasts as long as the page.
  }
}
