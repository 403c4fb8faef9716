// What is kept in this browser. The three keys are the specification's; everything is read with mistrust, since a
// browser's storage can contain anything or be unavailable.

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
    // A browser that keeps nothing: the session lasts as long as the page.
  }
}

/** Parses what was kept, or forgets it where it is broken. */
export function readJson<T>(key: string, isRight: (value: unknown) => value is T): T | null {
  const text = read(key)
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    if (isRight(value)) return value
  } catch {
    // Broken: forgotten below.
  }
  write(key, null)
  return null
}

/** Outlives a session: how the browser looks, and who was signed in when a session ended by itself. */
const staying = ['kindred.theme', 'kindred.ended']

/** Removes what else the person left in this browser: drafts, choices on their way. */
export function clearDrafts(): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith('kindred.') && !staying.includes(key)) localStorage.removeItem(key)
}
