import { isObject } from '../api/failure.ts'
import { getSession, interruptedUser, onSession } from './store.ts'

// What users have entered and not saved. It stays in this tab through other pages, reloads and a session that ends by
// itself, for its author alone: signing out, or signing in as someone else, discards it. Never passwords, codes, cards
// or proofs of identity.

const KEY = 'kindred.unfinished'
/** More than every form together needs. Beyond it, the oldest is dropped. */
const MOST = 200_000

export type Entered = Record<string, unknown>

/** The form of visitors, who have no account yet. */
export const JOIN = 'join'
const author = (): string => getSession().user?._id ?? interruptedUser() ?? ''

function mine(): Entered {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    if (isObject(stored) && stored['userId'] === author() && isObject(stored['forms'])) return stored['forms']
    if (stored !== null) sessionStorage.removeItem(KEY)
  } catch {
    // Broken, or a browser that keeps nothing.
  }
  return {}
}
// Someone else may be here by now, or nobody: what is left of them goes at once.
onSession(() => void mine())

/** What was entered in a form, as it was stored: nothing about its shape is certain. */
export function unfinished(name: string): Entered {
  const entered = mine()[name]
  return isObject(entered) ? entered : {}
}

/** Keeps what was entered in a form, or forgets it where that is nothing. */
export function keepUnfinished(name: string, entered: Entered): void {
  // Someone may have signed out a moment ago, with the form still on the screen.
  if (author() === '' && name !== JOIN) return
  const { [name]: _before, ...others } = mine()
  const forms = Object.entries(Object.keys(entered).length > 0 ? { ...others, [name]: entered } : others)
  const text = () => JSON.stringify({ userId: author(), forms: Object.fromEntries(forms) })
  while (text().length > MOST) forms.shift()
  try {
    sessionStorage.setItem(KEY, text())
  } catch {
    // Then it lasts as long as the page.
  }
}

/** Keeps a text whose author's session has just ended by itself. */
export function keepInterrupted(name: string, text: string): void {
  if (!getSession().isAuthenticated && text.trim() !== '') keepUnfinished(name, { text })
}

/** The names of the forms in which the person who is signed in left something, beginning so. */
export const unfinishedNames = (beginning: string): string[] =>
  Object.keys(mine()).filter((name) => name.startsWith(beginning))
