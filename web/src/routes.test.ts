import type { OwnUser } from '@kindred/contract/profiles/users'
import { staffRoles, type StaffRole } from '@kindred/contract/staff'
import { expect, test } from 'vitest'
import { officeScreens } from './office-routes.ts'
import { routes } from './routes.tsx'
import { rightsOfScreens } from './session/rights.ts'
import { setSession } from './session/store.ts'

/** Screens by role, in addition to those that every role can open. Administrators can open all. */
const allowed: Record<Exclude<StaffRole, 'administrator'>, readonly string[]> = {
  moderator: [
    '/dashboard',
    '/users',
    '/users/$id',
    '/reports',
    '/reports/$id',
    '/photos',
    '/appeals',
    '/second-looks',
    '/invitations',
    '/applications',
    '/age-checks',
  ],
  support: ['/dashboard', '/users', '/users/$id', '/reports', '/reports/$id', '/subscriptions', '/appeals'],
  analyst: ['/dashboard', '/users', '/subscriptions', '/transparency'],
}

const officeFrame = routes.find(({ path }) => path === '/dashboard')?.frame
const office = routes.filter(({ frame }) => frame !== undefined && frame === officeFrame)

/** The user as in the server's responses. The guards read only the role. */
function signIn(staffRole: StaffRole | null): void {
  const user = { _id: 'one', firstName: 'Mara', isAdmin: staffRole === 'administrator', staffRole } as OwnUser
  setSession({ isAuthenticated: true, token: 'a.b.c', user })
}

test.each(staffRoles)(
  'of the back office, the role %s opens its own screens and returns from the others',
  async (role) => {
    signIn(role)
    expect(office.length).toBeGreaterThan(15)
    for (const { path, guard } of office) {
      const isOwn = role === 'administrator' || allowed[role].includes(path)
      expect([path, await guard?.(path)]).toEqual([path, isOwn ? undefined : { to: '/dashboard' }])
    }
  },
)

test('every screen of the back office has a right', () => {
  expect(Object.keys(rightsOfScreens).sort()).toEqual(Object.keys(officeScreens).sort())
})

test('a member opens no screen of the back office', async () => {
  signIn(null)
  for (const { path, guard } of office) expect([path, await guard?.(path)]).toEqual([path, { to: '/home' }])
})

const open = [
  '/welcome',
  '/privacy',
  '/faqs',
  '/terms',
  '/rules',
  '/help',
  '/safety',
  '/imprint',
  '/transparency/public',
]
const recovery = ['/verify-email', '/forgot-password', '/reset-password', '/sign-out']

test.each([null, ...staffRoles])('public pages are open to the role %s as well', async (role) => {
  signIn(role)
  for (const path of [...open, ...recovery]) {
    const route = routes.find((each) => each.path === path)
    expect([route?.path, await route?.guard?.(path)]).toEqual([path, undefined])
  }
})
