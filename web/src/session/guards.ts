import { redirect } from '@tanstack/react-router'
import { refreshProfile } from './actions.ts'
import { getSession } from './store.ts'

// Who may see which page. The server decides again at every call; this only keeps people from empty screens.

type At = { location: { href: string } }

const from = ({ location }: At) => ({ from: location.href })
const signedIn = (): boolean => getSession().isAuthenticated

/** Pages for people who aren't signed in yet. */
export function visitorsOnly(): void {
  if (signedIn()) throw redirect({ to: '/home', replace: true })
}

/** The member's app: visitors sign in first, and return to the requested page. */
export function membersOnly(at: At): void {
  if (!signedIn()) throw redirect({ to: '/signin', search: from(at) })
}

/** Pages of the specification that need a token. */
export function tokenOnly(at: At): void {
  if (!signedIn()) throw redirect({ to: '/login', search: from(at) })
}

/** By the stored user, or, where a token came without one, by what the server says of the session. */
export async function administratorsOnly(at: At): Promise<void> {
  tokenOnly(at)
  if (!getSession().user) {
    await refreshProfile()
    tokenOnly(at)
  }
  // No user yet means that the server didn't answer. The page says so itself, and the server checks each call.
  if (getSession().user?.isAdmin === false) throw redirect({ to: '/home' })
}
