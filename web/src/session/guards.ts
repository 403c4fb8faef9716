import type { Target } from '../router/address.ts'
import { getSession } from './store.ts'

// Who may see which page. The server decides again at every call; this only keeps people from empty screens.

const signedIn = (): boolean => getSession().isAuthenticated

/** Pages for people who aren't signed in yet. */
export const visitorsOnly = (): Target | undefined => (signedIn() ? { to: '/home' } : undefined)

/** Whether the terms have to be accepted first. Restricted members can only read why, and leave. */
export const mustAgree = (): boolean => {
  const { missingConsents, user } = getSession()
  return missingConsents.includes('acceptTerms') && user?.isActive !== false
}

/** What staff have without being members: their own settings, notifications and reports. */
const ofStaff = /^\/(settings|support|notifications)/

/** The member's app: visitors sign in first, and return to the requested page. Then the terms have to be accepted. */
export function membersOnly(from: string): Target | undefined {
  if (!signedIn()) return { to: '/signin', search: { from } }
  if (mustAgree() && !(getSession().user?.staffRole && ofStaff.test(from))) return { to: '/agree', search: { from } }
}

/** Pages of the specification that need a token. */
export const tokenOnly = (from: string): Target | undefined =>
  signedIn() ? undefined : { to: '/login', search: { from } }

/** The back office. Members need nothing of the rights of staff, so they are loaded here. */
export const staffOnly = async (from: string): Promise<Target | undefined> =>
  tokenOnly(from) ?? (await import('./rights.ts')).elsewhere(from)
