// The browser's storage. The specification defines the three keys. Values are validated on reading, because a browser's
// storage can contain anything or be unavailable.

export const keys = { token: 'token', user: 'user', refreshToken: 'refreshToken' } as const

/** Without storage, the result is null, and the session lasts as long as the page. */
export function attempt<T>(access: () => T): T | null {
  try {
    return access()
  } catch {
    return null
  }
}

/** What is in the storage of the session belongs to this tab alone. */
type Area = 'localStorage' | 'sessionStorage'

export const read = (key: string, area: Area = 'localStorage'): string | null =>
  attempt(() => globalThis[area].getItem(key))

export const write = (key: string, value: string | null, area: Area = 'localStorage'): void =>
  void attempt(() => (value === null ? globalThis[area].removeItem(key) : globalThis[area].setItem(key, value)))

/** Parses a stored value, or removes it if it is invalid. */
export function readJson<T>(key: string, isRight: (value: unknown) => value is T, area?: Area): T | null {
  const value = attempt<unknown>(() => JSON.parse(read(key, area) ?? ''))
  if (isRight(value)) return value
  write(key, null, area)
  return null
}

/** With the ID of a member of staff. */
export const ROWS = 'kindred.rows'

/** Keys that outlive a session: the theme, the user whose session expired, and how many rows someone wants in a list. */
const staying = ['kindred.theme', 'kindred.ended', ROWS]

/** Removes the user's other data in this browser: drafts and pending swipes. */
export function clearDrafts(): void {
  for (const key of attempt(() => Object.keys(localStorage)) ?? [])
    if (key.startsWith('kindred.') && !staying.some((each) => key.startsWith(each))) write(key, null)
}
