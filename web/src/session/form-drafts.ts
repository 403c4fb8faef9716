import { isObject } from '../api/failure.ts'
import { getSession, interruptedUser, onSession } from './store.ts'

// Unsaved input of forms. It stays in this tab across pages, reloads and a session that ends by itself, and only for
// its author: signing out, or signing in as someone else, discards it. Never passwords, codes, cards or proofs of
// identity.

const KEY = 'kindred.unfinished'
/** More characters than all forms together need. Beyond it, the oldest form is dropped. */
const MAX_SIZE = 200_000

export type Entered = Record<string, unknown>

/** The form of visitors, who have no account yet. */
export const JOIN_FORM = 'join'
const author = (): string => getSession().user?._id ?? interruptedUser() ?? ''

function mine(): Entered {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    if (isObject(stored) && stored['userId'] === author() && isObject(stored['forms'])) return stored['forms']
    if (stored !== null) sessionStorage.removeItem(KEY)
  } catch {
    // Invalid, or no storage available.
  }
  return {}
}
// The user may have changed, so the other's input is deleted at once.
onSession(() => void mine())

/** The stored input of a form. Its shape isn't validated. */
export function formDraft(name: string): Entered {
  const entered = mine()[name]
  return isObject(entered) ? entered : {}
}

export function saveFormDraft(name: string, entered: Entered): void {
  // The user may have just signed out, with the form still on the screen.
  if (author() === '' && name !== JOIN_FORM) return
  const { [name]: _before, ...others } = mine()
  const forms = Object.entries(Object.keys(entered).length > 0 ? { ...others, [name]: entered } : others)
  const text = () => JSON.stringify({ userId: author(), forms: Object.fromEntries(forms) })
  while (text().length > MAX_SIZE) forms.shift()
  try {
    sessionStorage.setItem(KEY, text())
  } catch {
    // Without storage, it lasts as long as the page.
  }
}

/** Stores the text of someone whose session has just ended by itself. */
export function saveInterruptedText(name: string, text: string): void {
  if (!getSession().isAuthenticated && text.trim() !== '') saveFormDraft(name, { text })
}

export const formDraftNames = (beginning: string): string[] =>
  Object.keys(mine()).filter((name) => name.startsWith(beginning))
