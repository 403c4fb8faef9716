import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { isDevelopment } from './api/settings.ts'
import { administratorsOnly, membersOnly, tokenOnly, visitorsOnly } from './session/guards.ts'
import type { Search } from './paths.ts'
import { Root } from './root.tsx'

// The only place where the areas meet. Every screen is loaded on demand.

type Guard = (at: { location: { href: string } }) => void | Promise<void>
type Load = () => Promise<{ default: React.ComponentType }>

const root = createRootRoute({ component: Root, notFoundComponent: () => null })

/** The query of an address is text, from which each screen takes what it knows. */
const textsIn = <P,>(search: Record<string, unknown>): Search<P> =>
  Object.fromEntries(
    Object.entries(search).flatMap(([key, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[key, String(value)]] : [],
    ),
    // Every name of every Search may be missing, and all that is here is text.
  ) as Search<P>

const optionsOf = <const P extends string>(path: P, load: Load, guard: Guard = () => {}) => ({
  path,
  validateSearch: textsIn<P>,
  component: lazyRouteComponent(load),
  beforeLoad: guard,
})

const screen = <const P extends string>(path: P, load: Load, guard?: Guard) =>
  createRoute({ getParentRoute: () => root, ...optionsOf(path, load, guard) })

const user = createRoute({
  getParentRoute: () => root,
  id: 'user',
  component: lazyRouteComponent(() => import('./public/layout/user-frame.tsx')),
})
const userScreen = <const P extends string>(path: P, load: Load, guard?: Guard) =>
  createRoute({ getParentRoute: () => user, ...optionsOf(path, load, guard) })

/** The back office's frame with the footer that all areas share. */
const adminFrame = async () => {
  const [{ AdminFrame }, { Footer }] = await Promise.all([
    import('./admin/layout/admin-frame.tsx'),
    import('./public/layout/footer.tsx'),
  ])
  return { default: () => <AdminFrame footer={<Footer />} /> }
}
const admin = createRoute({
  getParentRoute: () => root,
  id: 'admin',
  beforeLoad: administratorsOnly,
  component: lazyRouteComponent(adminFrame),
})

const adminScreen = <const P extends string>(path: P, load: Load) =>
  createRoute({ getParentRoute: () => admin, ...optionsOf(path, load) })

const signedOut = [
  screen('/login', () => import('./public/login/login-screen.tsx'), visitorsOnly),
  screen('/signin', () => import('./public/signin/signin-screen.tsx'), visitorsOnly),
  screen('/signin/$provider', () => import('./public/signin/provider-screen.tsx')),
  screen('/join', () => import('./public/join/join-screen.tsx'), visitorsOnly),
  screen('/welcome', () => import('./public/welcome/welcome-screen.tsx')),
  screen('/verify-email', () => import('./public/verify/verify-screen.tsx')),
  screen('/forgot-password', () => import('./public/recover/forgot-screen.tsx')),
  screen(
    '/dev/kit',
    () => import('./public/kit/kit-screen.tsx'),
    () => {
      if (!isDevelopment()) throw redirect({ to: '/dashboard', replace: true })
    },
  ),
  screen('/reset-password', () => import('./public/recover/reset-screen.tsx')),
] as const

const reading = [
  userScreen('/home', () => import('./public/home/home-screen.tsx'), tokenOnly),
  userScreen('/privacy', () => import('./public/pages/privacy-screen.tsx')),
  userScreen('/faqs', () => import('./public/pages/faqs-screen.tsx')),
  userScreen('/terms', () => import('./public/pages/terms-screen.tsx')),
  userScreen('/rules', () => import('./public/pages/rules-screen.tsx')),
  userScreen('/help', () => import('./public/pages/help-screen.tsx')),
  userScreen('/safety', () => import('./public/pages/safety-screen.tsx')),
] as const

const members = [
  screen('/onboarding', () => import('./member/onboarding/onboarding-screen.tsx'), membersOnly),
  screen('/settings', () => import('./member/settings/settings-screen.tsx'), membersOnly),
  screen('/discover', () => import('./member/discover/discover-screen.tsx'), membersOnly),
  screen('/search', () => import('./member/search/search-screen.tsx'), membersOnly),
  screen('/likes', () => import('./member/likes/likes-screen.tsx'), membersOnly),
  screen('/matches', () => import('./member/matches/matches-screen.tsx'), membersOnly),
  screen('/chat/$matchId', () => import('./member/chat/chat-screen.tsx'), membersOnly),
  screen('/members/$id', () => import('./member/person/person-screen.tsx'), membersOnly),
  screen('/profile', () => import('./member/profile/profile-screen.tsx'), membersOnly),
  screen('/questions', () => import('./member/questions/questions-screen.tsx'), membersOnly),
  screen('/premium', () => import('./member/billing/premium-screen.tsx'), membersOnly),
  screen('/premium/checkout', () => import('./member/billing/checkout-screen.tsx'), membersOnly),
  screen('/support', () => import('./member/reports/support-screen.tsx'), membersOnly),
  screen('/notifications', () => import('./member/notifications/notifications-screen.tsx'), membersOnly),
  screen('/settings/export', () => import('./member/settings/export-screen.tsx')),
  screen('/settings/email', () => import('./member/settings/email-link-screen.tsx')),
  screen('/settings/email/undo', () => import('./member/settings/email-link-screen.tsx')),
] as const

const backOffice = [
  adminScreen('/dashboard', () => import('./admin/dashboard/dashboard-screen.tsx')),
  adminScreen('/users', () => import('./admin/users/users-screen.tsx')),
  adminScreen('/users/$id', () => import('./admin/user/user-screen.tsx')),
  adminScreen('/reports', () => import('./admin/reports/reports-screen.tsx')),
  adminScreen('/subscriptions', () => import('./admin/subscriptions/subscriptions-screen.tsx')),
  adminScreen('/photos', () => import('./admin/reviews/pictures-screen.tsx')),
  adminScreen('/audit', () => import('./admin/audit/audit-screen.tsx')),
  adminScreen('/batches', () => import('./admin/batches/batches-screen.tsx')),
  adminScreen('/approvals', () => import('./admin/approvals/approvals-screen.tsx')),
  adminScreen('/failed-jobs', () => import('./admin/failed-jobs/failed-jobs-screen.tsx')),
  adminScreen('/configuration', () => import('./admin/configuration/configuration-screen.tsx')),
  adminScreen('/reports/$id', () => import('./admin/reports/report-screen.tsx')),
] as const

/** Any other path leads to the dashboard, whose guard redirects everyone who isn't staff. */
const anywhereElse = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard', replace: true })
  },
})

export const routeTree = root.addChildren([
  ...signedOut,
  user.addChildren([...reading]),
  ...members,
  admin.addChildren([...backOffice]),
  anywhereElse,
])
