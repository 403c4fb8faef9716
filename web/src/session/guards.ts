import type { Target } from '../router/address.ts'
import { getSession } from './store.ts'

// Guards of pages. The server checks every call anyway, so these only spare people empty screens.

const signedIn = (): boolean => getSession().isAuthenticated

export const visitorsOnly = (): Target | undefined => (signedIn() ? { to: '/home' } : undefined)

/** True if the terms have to be accepted first. Restricted members can only read the reason, and leave. */
export const mustAgree = (): boolean => {
  const { missingConsents, user } = getSession()
  return missingConsents.includes('acceptTerms') && user?.isActive !== false
}

/** Pages for staff without a profile: their own settings, notifications and reports. */
const ofStaff = /^\/(settings|support|notifications)/

/** The member's app: visitors sign in first, and return to the requested page. Then the terms have to be accepted. */
export function membersOnly(from: string): Target | undefined {
  if (!signedIn()) return { to: '/signin', search: { from } }
  if (mustAgree() && !(getSession().user?.staffRole && ofStaff.test(from))) return { to: '/agree', search: { from } }
}

/** Pages of the specification that need a token. */
export const tokenOnly = (from: string): Target | undefined =>
  signedIn() ? undefined : { to: '/login', search: { from } }

/** The back office. Members don't need the code for staff rights, so it loads here. */
export const staffOnly = async (from: string): Promise<Target | undefined> =>
  tokenOnly(from) ?? (await import('./rights.ts')).redirectFor(from)
