import type { Target } from '../router/address.ts'
import { getSession } from './store.ts'

// Route guards. The server checks every request anyway, so these only spare people empty screens.

const signedIn = (): boolean => getSession().isAuthenticated

export const visitorsOnly = (): Target | undefined => (signedIn() ? { to: '/home' } : undefined)

/** True if the terms have to be accepted first. Restricted members can only read the reason or leave. */
export const mustAgree = (): boolean => {
  const { missingConsents, user } = getSession()
  return missingConsents.includes('acceptTerms') && user?.isActive !== false
}

/** Member pages for staff without a profile: their own settings, notifications and reports. */
const ofStaff = /^\/(settings|support|notifications)/

/** Pages for people who haven't been let in: where they stand, their own profile, and what they may do with their data. */
const beforeAdmission = /^\/(admission|onboarding|profile|questions|settings|support|notifications)\b/

/** True if the page is for people who have been let in. */
const mustWait = (page: string): boolean => getSession().user?.admission !== undefined && !beforeAdmission.test(page)

/** Protects the member app: visitors sign in first and return to the requested page. Then the terms have to be accepted. */
export function membersOnly(from: string): Target | undefined {
  if (!signedIn()) return { to: '/signin', search: { from } }
  if (mustAgree() && !(getSession().user?.staffRole && ofStaff.test(from))) return { to: '/agree', search: { from } }
  if (mustWait(from)) return { to: '/admission' }
}

/** Protects pages for which the specification requires a token. */
export const tokenOnly = (from: string): Target | undefined =>
  signedIn() ? undefined : { to: '/login', search: { from } }

/** Protects the back office. Members don't need the code for staff rights, so it loads here. */
export const staffOnly = async (from: string): Promise<Target | undefined> =>
  tokenOnly(from) ?? (await import('./rights.ts')).redirectFor(from)
