import { createRootRoute, createRoute, lazyRouteComponent, redirect, type AnyRoute } from '@tanstack/react-router'
import { isDevelopment } from './api/settings.ts'
import { administratorsOnly, membersOnly, tokenOnly, visitorsOnly } from './session/guards.ts'
import { Root } from './root.tsx'

// The only place where the areas meet. Every screen is loaded when it is asked for.

type Guard = (at: { location: { href: string } }) => void

const root = createRootRoute({ component: Root, notFoundComponent: () => null })

/** What an address may say behind its question mark is text: each screen takes of it what it knows. */
const validateSearch = (search: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search).flatMap(([key, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[key, String(value)]] : [],
    ),
  )

const screen = (
  path: string,
  load: () => Promise<{ default: React.ComponentType }>,
  guard?: Guard,
  parent: AnyRoute = root,
) =>
  createRoute({
    getParentRoute: () => parent,
    path,
    validateSearch,
    component: lazyRouteComponent(load),
    beforeLoad: guard ?? (() => {}),
  })

const user = createRoute({
  getParentRoute: () => root,
  id: 'user',
  component: lazyRouteComponent(() => import('./public/layout/user-frame.tsx')),
})
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

const entrance = [
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
]

const reading = [
  screen('/home', () => import('./public/home/home-screen.tsx'), tokenOnly, user),
  screen('/privacy', () => import('./public/pages/privacy-screen.tsx'), undefined, user),
  screen('/faqs', () => import('./public/pages/faqs-screen.tsx'), undefined, user),
  screen('/terms', () => import('./public/pages/terms-screen.tsx'), undefined, user),
  screen('/rules', () => import('./public/pages/rules-screen.tsx'), undefined, user),
  screen('/help', () => import('./public/pages/help-screen.tsx'), undefined, user),
  screen('/safety', () => import('./public/pages/safety-screen.tsx'), undefined, user),
]

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
]

const office = [
  screen('/dashboard', () => import('./admin/dashboard/dashboard-screen.tsx'), undefined, admin),
  screen('/users', () => import('./admin/users/users-screen.tsx'), undefined, admin),
  screen('/users/$id', () => import('./admin/user/user-screen.tsx'), undefined, admin),
  screen('/reports', () => import('./admin/reports/reports-screen.tsx'), undefined, admin),
  screen('/subscriptions', () => import('./admin/subscriptions/subscriptions-screen.tsx'), undefined, admin),
  screen('/photos', () => import('./admin/reviews/pictures-screen.tsx'), undefined, admin),
  screen('/audit', () => import('./admin/audit/audit-screen.tsx'), undefined, admin),
  screen('/batches', () => import('./admin/batches/batches-screen.tsx'), undefined, admin),
  screen('/approvals', () => import('./admin/approvals/approvals-screen.tsx'), undefined, admin),
  screen('/failed-jobs', () => import('./admin/failed-jobs/failed-jobs-screen.tsx'), undefined, admin),
  screen('/configuration', () => import('./admin/configuration/configuration-screen.tsx'), undefined, admin),
  screen('/reports/$id', () => import('./admin/reports/report-screen.tsx'), undefined, admin),
]

/** Any other path leads to the dashboard, whose guard knows where everybody else belongs. */
const anywhereElse = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard', replace: true })
  },
})

export const routeTree = root.addChildren([
  ...entrance,
  user.addChildren(reading),
  ...members,
  admin.addChildren(office),
  anywhereElse,
])
