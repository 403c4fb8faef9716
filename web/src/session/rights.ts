import { hasRight, type StaffRight } from '@kindred/contract/staff'
import type { OwnUser } from '@kindred/contract/profiles/users'
import type { Target } from '../router/address.ts'
import { refreshProfile } from './actions.ts'
import { getSession, useSession } from './store.ts'

// Staff rights. Only the back office loads this module.

/** The right that each screen needs. */
export const rightsOfScreens: Readonly<Record<string, StaffRight>> = {
  '/dashboard': 'dashboard',
  '/users': 'users.list',
  '/users/$id': 'users.read',
  '/reports': 'reports.read',
  '/reports/$id': 'reports.read',
  '/subscriptions': 'subscriptions.list',
  '/photos': 'photos',
  '/audit': 'audit',
  '/batches': 'users.bulk',
  '/approvals': 'approve',
  '/appeals': 'appeals',
  '/second-looks': 'decide',
  '/transparency': 'transparency',
  '/invitations': 'admission',
  '/applications': 'admission',
  '/age-checks': 'photos',
  '/configuration': 'configuration',
  '/first-steps': 'configuration',
  '/system': 'system',
  '/failed-jobs': 'system',
  '/order': 'system',
  '/monitoring': 'monitoring',
}

type User = Pick<OwnUser, 'staffRole'>

/**
 * True if this user may use a part of the back office. The server checks every request anyway. Until the user is known,
 * everything is shown, as in the first paint.
 */
export const mayUse = (user: User | null, right: StaffRight): boolean =>
  user === null || hasRight(user.staffRole, right)

function mayOpen(user: User, href: string): boolean {
  const [path = ''] = href.split(/[?#]/)
  const right = rightsOfScreens[path] ?? rightsOfScreens[path.replace(/[^/]+$/, '$id')]
  return right !== undefined && mayUse(user, right)
}

/**
 * The redirect for users who may not open a screen of the back office. It depends on the stored user, or on the
 * server's response if there is none.
 */
export async function redirectFor(href: string): Promise<Target | undefined> {
  if (getSession().user?.staffRole === undefined) await refreshProfile()
  const { user, isAuthenticated } = getSession()
  if (!isAuthenticated) return { to: '/login', search: { from: href } }
  // Without a user, the server didn't respond. The page reports that, and the server checks each request.
  if (!user || mayOpen(user, href)) return undefined
  // Every role can open the dashboard.
  return { to: user.staffRole ? '/dashboard' : '/home' }
}

/** The right to make decisions about a user. Only administrators can act on other staff. */
export const rightToDecideOn = ({ staffRole }: User): StaffRight => (staffRole ? 'users.role' : 'decide')

/** The right to read about a user more than the lists show. Everyone may read about themselves. */
const rightToReadAbout = ({ staffRole }: User): StaffRight => (staffRole ? 'users.role' : 'users.read')

export function useMayReadAbout(): (user: User & { _id: string }) => boolean {
  const own = useSession((session) => session.user?._id)
  const may = useMay()
  return (user) => user._id === own || may(rightToReadAbout(user))
}

export function useMay(): (right: StaffRight) => boolean {
  const user = useSession((session) => session.user)
  return (right) => mayUse(user, right)
}
