import { isDevelopment } from './api/settings.ts'
import type { Linked } from './paths.ts'
import type { Frame, Guard, Load, Page, Route } from './router/navigation.ts'
import { membersOnly, staffOnly, tokenOnly, visitorsOnly } from './session/guards.ts'

// The only place where the areas meet. Every screen is loaded on demand.

type Screen = Omit<Route, 'path'>
const screen = (load: Load<Page>, guard?: Guard): Screen => ({ load, guard })

const userFrame: Load<Frame> = () => import('./public/layout/user-frame.tsx')
const userScreen = (load: Load<Page>, guard?: Guard): Screen => ({ load, guard, frame: userFrame })

const memberFrame: Load<Frame> = async () => ({
  default: (await import('./member/layout/member-frame.tsx')).MemberFrame,
})
const memberScreen = (load: Load<Page>): Screen => ({ load, guard: membersOnly, brokenFrame: memberFrame })

const adminFrame: Load<Frame> = () => import('./office-frame.tsx')
const office = () => import('./office-routes.ts')
const adminScreen = (path: keyof Awaited<ReturnType<typeof office>>['officeScreens']): Screen => ({
  load: async () => (await office()).officeScreens[path](),
  guard: (from) => {
    // Loads while the guard does.
    void office().catch(() => undefined)
    return staffOnly(from)
  },
  frame: adminFrame,
})

/** Pages that only emails, providers and developers link to. */
type Unlinked =
  | '/signin/$provider'
  | '/dev/kit'
  | '/settings/export'
  | '/settings/email'
  | '/settings/email/keep'
  | '/recover'
  | '/shared-date'

const emailLink = screen(() => import('./member/settings/email-link-screen.tsx'))

const signedOut = {
  '/login': screen(() => import('./public/login/login-screen.tsx'), visitorsOnly),
  '/signin': screen(() => import('./public/signin/signin-screen.tsx'), visitorsOnly),
  '/signin/$provider': screen(() => import('./public/signin/provider-screen.tsx')),
  '/join': screen(() => import('./public/join/join-screen.tsx'), visitorsOnly),
  '/welcome': screen(() => import('./public/welcome/welcome-screen.tsx')),
  '/verify-email': screen(() => import('./public/verify/verify-screen.tsx')),
  '/forgot-password': screen(() => import('./public/recover/forgot-screen.tsx')),
  '/dev/kit': screen(
    () => import('./member/kit/kit-screen.tsx'),
    () => (isDevelopment() ? undefined : { to: '/dashboard' }),
  ),
  '/shared-date': screen(() => import('./public/shared-date/shared-date-screen.tsx')),
  '/reset-password': screen(() => import('./public/recover/reset-screen.tsx')),
  '/sign-out': screen(() => import('./public/recover/sign-out-screen.tsx')),
  '/recover': screen(() => import('./public/recover/take-back-screen.tsx')),
}

const reading = {
  '/home': userScreen(() => import('./public/home/home-screen.tsx'), tokenOnly),
  '/privacy': userScreen(() => import('./public/pages/privacy-screen.tsx')),
  '/faqs': userScreen(() => import('./public/pages/faqs-screen.tsx')),
  '/terms': userScreen(() => import('./public/pages/terms-screen.tsx')),
  '/rules': userScreen(() => import('./public/pages/rules-screen.tsx')),
  '/help': userScreen(() => import('./public/pages/help-screen.tsx')),
  '/safety': userScreen(() => import('./public/pages/safety-screen.tsx')),
  '/pages/$slug': userScreen(() => import('./public/pages/own-page-screen.tsx')),
  '/imprint': userScreen(() => import('./public/pages/imprint-screen.tsx')),
  '/transparency/public': userScreen(() => import('./public/transparency/public-transparency-screen.tsx')),
}

const members = {
  '/onboarding': screen(() => import('./member/onboarding/onboarding-screen.tsx'), membersOnly),
  '/agree': screen(() => import('./member/agree/agree-screen.tsx'), tokenOnly),
  '/admission': screen(() => import('./member/admission/admission-screen.tsx'), membersOnly),
  '/settings/age': memberScreen(() => import('./member/age/age-screen.tsx')),
  '/settings': memberScreen(() => import('./member/settings/settings-screen.tsx')),
  '/discover': memberScreen(() => import('./member/discover/discover-screen.tsx')),
  '/search': memberScreen(() => import('./member/search/search-screen.tsx')),
  '/likes': memberScreen(() => import('./member/likes/likes-screen.tsx')),
  '/matches': memberScreen(() => import('./member/matches/matches-screen.tsx')),
  '/dates': memberScreen(() => import('./member/dates/dates-screen.tsx')),
  '/chat/$matchId': memberScreen(() => import('./member/chat/chat-screen.tsx')),
  '/members/$id': memberScreen(() => import('./member/person/person-screen.tsx')),
  '/profile': memberScreen(() => import('./member/profile/profile-screen.tsx')),
  '/questions': memberScreen(() => import('./member/questions/questions-screen.tsx')),
  '/premium': memberScreen(() => import('./member/billing/premium-screen.tsx')),
  '/premium/checkout': memberScreen(() => import('./member/billing/checkout-screen.tsx')),
  '/support': memberScreen(() => import('./member/reports/support-screen.tsx')),
  '/notifications': memberScreen(() => import('./member/notifications/notifications-screen.tsx')),
  '/objections': screen(() => import('./member/objections/objections-screen.tsx'), tokenOnly),
  '/settings/export': screen(() => import('./member/settings/export-screen.tsx')),
  '/settings/email': emailLink,
  '/settings/email/keep': emailLink,
}

const officePaths = [
  '/dashboard',
  '/users',
  '/users/$id',
  '/reports',
  '/subscriptions',
  '/photos',
  '/audit',
  '/batches',
  '/approvals',
  '/system',
  '/appeals',
  '/second-looks',
  '/transparency',
  '/failed-jobs',
  '/configuration',
  '/first-steps',
  '/applications',
  '/age-checks',
  '/invitations',
  '/monitoring',
  '/order',
  '/reports/$id',
] as const
const backOffice = Object.fromEntries(officePaths.map((path) => [path, adminScreen(path)])) as Record<
  (typeof officePaths)[number],
  Screen
>

const screens: Record<Linked | Unlinked, Screen> = { ...signedOut, ...reading, ...members, ...backOffice }

export const routes: readonly Route[] = Object.entries(screens).map(([path, screen]) => ({ path, ...screen }))
