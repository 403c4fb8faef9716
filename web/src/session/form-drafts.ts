import { isObject } from '../api/failure.ts'
import { readJson, write } from './storage.ts'
import { getSession, interruptedUser, onSession } from './store.ts'

// Unsaved form input. It stays in this tab across pages, reloads and an expired session, and only for its author:
// signing out or signing in as someone else discards it. Passwords, codes, cards and proofs of identity are never
// stored.

const KEY = 'kindred.unfinished'
/**
 * More characters than all forms need together, even with 500 questions in six languages. Beyond this, the oldest form
 * is dropped.
 */
const MAX_SIZE = 1_500_000

export type Entered = Record<string, unknown>

/** The sign-up form, whose author has no account yet. */
export const JOIN_FORM = 'join'
const author = (): string => getSession().user?._id ?? interruptedUser() ?? ''

const isMine = (stored: unknown): stored is { forms: Entered } =>
  isObject(stored) && stored['userId'] === author() && isObject(stored['forms'])
const mine = (): Entered => readJson(KEY, isMine, 'sessionStorage')?.forms ?? {}
// If the user has changed, the previous user's input is deleted immediately.
onSession(() => void mine())

/** The stored input of a form. Its structure isn't validated. */
export function formDraft(name: string): Entered {
  const entered = mine()[name]
  return isObject(entered) ? entered : {}
}

export function saveFormDraft(name: string, entered: Entered): void {
  // The user may have just signed out while the form is still on the screen.
  if (author() === '' && name !== JOIN_FORM) return
  const { [name]: _before, ...others } = mine()
  const forms = Object.entries(Object.keys(entered).length > 0 ? { ...others, [name]: entered } : others)
  const text = () => JSON.stringify({ userId: author(), forms: Object.fromEntries(forms) })
  while (text().length > MAX_SIZE) forms.shift()
  write(KEY, text(), 'sessionStorage')
}

/** Stores the text of someone whose session has just expired. */
export function saveInterruptedText(name: string, text: string): void {
  if (!getSession().isAuthenticated && text.trim() !== '') saveFormDraft(name, { text })
}

export const formDraftNames = (beginning: string): string[] =>
  Object.keys(mine()).filter((name) => name.startsWith(beginning))
