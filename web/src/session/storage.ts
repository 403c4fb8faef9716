// The browser's storage. The specification defines the three keys. Values are validated on reading, because a browser's
// storage can contain anything or be unavailable.

export const keys = { token: 'token', user: 'user', refreshToken: 'refreshToken' } as const

export function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Without storage, the session lasts as long as the page.
  }
}

/** Parses a stored value, or removes it if it is invalid. */
export function readJson<T>(key: string, isRight: (value: unknown) => value is T): T | null {
  const text = read(key)
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    if (isRight(value)) return value
  } catch {
    // Invalid JSON is removed below.
  }
  write(key, null)
  return null
}

/** Keys that outlive a session: the theme, and the user whose session expired. */
const staying = ['kindred.theme', 'kindred.ended']

/** Removes the user's other data in this browser: drafts and pending swipes. */
export function clearDrafts(): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith('kindred.') && !staying.includes(key)) localStorage.removeItem(key)
}
