import { hasRight, type StaffRight } from '@kindred/contract/staff'
import type { OwnUser } from '@kindred/contract/profiles/users'
import type { Target } from '../router/address.ts'
import { refreshProfile } from './actions.ts'
import { getSession, useSession } from './store.ts'

// What staff may use. Only the back office loads this.

/** The right that each screen needs, and each page of one user or report. Others are for administrators alone. */
const screens: Readonly<Record<string, StaffRight>> = {
  '/dashboard': 'dashboard',
  '/users': 'users.list',
  '/users/': 'users.read',
  '/reports': 'reports.read',
  '/reports/': 'reports.read',
  '/subscriptions': 'subscriptions.list',
  '/photos': 'photos',
  '/audit': 'audit',
  '/batches': 'users.bulk',
  '/approvals': 'approve',
  '/appeals': 'appeals',
  '/second-looks': 'decide',
  '/transparency': 'transparency',
}

type User = Pick<OwnUser, 'staffRole'>

/**
 * Whether this user may use a part of the back office. The server decides again at every call. Before it is known who
 * is signed in, everything shows, as in the first paint.
 */
export const mayUse = (user: User | null, right: StaffRight): boolean =>
  user === null || hasRight(user.staffRole, right)

function mayOpen(user: User, href: string): boolean {
  const [path = ''] = href.split(/[?#]/)
  return mayUse(user, screens[path] ?? screens[path.replace(/[^/]+$/, '')] ?? 'configuration')
}

/**
 * Where a screen of the back office leads those who may not open it: by the stored user, or, where a token came without
 * one or the user was stored before there were roles, by what the server says of the session.
 */
export async function elsewhere(href: string): Promise<Target | undefined> {
  if (getSession().user?.staffRole === undefined) await refreshProfile()
  const { user, isAuthenticated } = getSession()
  if (!isAuthenticated) return { to: '/login', search: { from: href } }
  // No user yet means that the server didn't answer. The page says so itself, and the server checks each call.
  if (!user || mayOpen(user, href)) return undefined
  // Every role has the dashboard.
  return { to: user.staffRole ? '/dashboard' : '/home' }
}

/** The right to decide about someone: only administrators act on others who are staff. */
export const toDecideOn = ({ staffRole }: User): StaffRight => (staffRole ? 'users.role' : 'decide')

export function useMay(): (right: StaffRight) => boolean {
  const user = useSession((session) => session.user)
  return (right) => mayUse(user, right)
}
