import { isObject } from '../api/failure.ts'
import { getSession, interruptedUser } from './store.ts'

// Text that a user was typing when their session expired. It stays in this tab until the same user has signed in again.
// Signing out, or signing in as someone else, discards it.

const KEY = 'kindred.unfinished'
type Unfinished = { userId: string; texts: Record<string, string> }

const isUnfinished = (value: unknown): value is Unfinished =>
  isObject(value) && typeof value['userId'] === 'string' && isObject(value['texts'])

function read(): Unfinished | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    return isUnfinished(stored) ? stored : null
  } catch {
    return null
  }
}

const write = (stored: Unfinished) => sessionStorage.setItem(KEY, JSON.stringify(stored))

/** Only for the person who wrote it: someone else who signs in here makes it vanish. */
function mine(): Unfinished | null {
  const stored = read()
  const { user } = getSession()
  if (!stored || user === null) return null
  if (stored.userId === user._id) return stored
  sessionStorage.removeItem(KEY)
  return null
}

/** Keeps a text if the session of its author has just expired. */
export function saveUnfinished(name: string, text: string): void {
  const userId = getSession().isAuthenticated ? null : interruptedUser()
  if (userId === null || text.trim() === '') return
  const before = read()
  write({ userId, texts: { ...(before?.userId === userId ? before.texts : {}), [name]: text } })
}

/** What the person who is signed in was typing. */
export const unfinished = (name: string): string | null => mine()?.texts[name] ?? null

export function forgetUnfinished(name: string): void {
  const stored = mine()
  if (!stored || !(name in stored.texts)) return
  const { [name]: _taken, ...texts } = stored.texts
  write({ ...stored, texts })
}

/** The names under which the person who is signed in left something, beginning so. */
export const unfinishedNames = (beginning: string): string[] =>
  Object.keys(mine()?.texts ?? {}).filter((name) => name.startsWith(beginning))
