import type { Target } from '../router/address.ts'
import { refreshProfile } from './actions.ts'
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

/** By the stored user, or, where a token came without one, by what the server says of the session. */
export async function administratorsOnly(from: string): Promise<Target | undefined> {
  if (signedIn() && !getSession().user) await refreshProfile()
  // No user yet means that the server didn't answer. The page says so itself, and the server checks each call.
  return tokenOnly(from) ?? (getSession().user?.isAdmin === false ? { to: '/home' } : undefined)
}
