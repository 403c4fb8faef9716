import { redirect } from '@tanstack/react-router'
import { getSession } from './store.ts'

// Who may see which page. The server decides again at every call; this only keeps people from empty screens.

type At = { location: { href: string } }

const from = ({ location }: At) => ({ from: location.href })
const signedIn = (): boolean => getSession().isAuthenticated
const isAdmin = (): boolean => getSession().user?.isAdmin === true

/** Pages for whoever is not signed in yet. */
export function visitorsOnly(): void {
  if (signedIn()) throw redirect({ to: '/home', replace: true })
}

/** The member's app: visitors sign in first, and come back to the page that they asked for. */
export function membersOnly(at: At): void {
  if (!signedIn()) throw redirect({ to: '/signin', search: from(at) })
}

/** Pages of the specification that need a token. */
export function tokenOnly(at: At): void {
  if (!signedIn()) throw redirect({ to: '/login', search: from(at) })
}

export function administratorsOnly(at: At): void {
  tokenOnly(at)
  if (!isAdmin()) throw redirect({ to: '/home' })
}
