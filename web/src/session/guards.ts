import type { Target } from '../router/address.ts'
import { getSession } from './store.ts'

// Who may see which page. The server decides again at every call; this only keeps people from empty screens.

const signedIn = (): boolean => getSession().isAuthenticated

/** Pages for people who aren't signed in yet. */
export const visitorsOnly = (): Target | undefined => (signedIn() ? { to: '/home' } : undefined)

/** The member's app: visitors sign in first, and return to the requested page. */
export const membersOnly = (from: string): Target | undefined =>
  signedIn() ? undefined : { to: '/signin', search: { from } }

/** Pages of the specification that need a token. */
export const tokenOnly = (from: string): Target | undefined =>
  signedIn() ? undefined : { to: '/login', search: { from } }

/** The back office. Members need nothing of the rights of staff, so they are loaded here. */
export const staffOnly = async (from: string): Promise<Target | undefined> =>
  tokenOnly(from) ?? (await import('./rights.ts')).elsewhere(from)
