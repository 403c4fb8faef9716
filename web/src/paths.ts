/** All paths of the web app. Links are built only from these. */
export const paths = {
  login: '/login',
  signin: '/signin',
  join: '/join',
  welcome: '/welcome',
  verifyEmail: '/verify-email',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  signOut: '/sign-out',
  privacy: '/privacy',
  faqs: '/faqs',
  terms: '/terms',
  rules: '/rules',
  help: '/help',
  safety: '/safety',
  imprint: '/imprint',
  publicTransparency: '/transparency/public',
  home: '/home',
  settings: '/settings',
  age: '/settings/age',
  onboarding: '/onboarding',
  agree: '/agree',
  admission: '/admission',
  discover: '/discover',
  search: '/search',
  likes: '/likes',
  matches: '/matches',
  dates: '/dates',
  profile: '/profile',
  questions: '/questions',
  notifications: '/notifications',
  premium: '/premium',
  checkout: '/premium/checkout',
  support: '/support',
  dashboard: '/dashboard',
  users: '/users',
  reports: '/reports',
  subscriptions: '/subscriptions',
  photos: '/photos',
  audit: '/audit',
  batches: '/batches',
  approvals: '/approvals',
  objections: '/objections',
  appeals: '/appeals',
  blindReviews: '/second-looks',
  transparency: '/transparency',
  failedJobs: '/failed-jobs',
  system: '/system',
  configuration: '/configuration',
  firstSteps: '/first-steps',
  invitations: '/invitations',
  applications: '/applications',
  ageChecks: '/age-checks',
  monitoring: '/monitoring',
  order: '/order',
} as const

export type Path = (typeof paths)[keyof typeof paths]

export type Linked = Path | '/members/$id' | '/users/$id' | '/reports/$id' | '/chat/$matchId' | '/pages/$slug'

export const toPerson = (id: string) => ({ to: '/members/$id', params: { id } }) as const
export const toUser = (id: string) => ({ to: '/users/$id', params: { id } }) as const
export const toPage = (slug: string) => ({ to: '/pages/$slug', params: { slug } }) as const
export const toReport = (id: string) => ({ to: '/reports/$id', params: { id } }) as const
export const toPayment = (id: string) => ({ to: paths.subscriptions, search: { payment: id } }) as const
export const toChat = (matchId: string) => ({ to: '/chat/$matchId', params: { matchId } }) as const
/** Keeps the list of matches limited to a kind. */
export const toChatOf = (matchId: string, kind: string | undefined) => ({
  ...toChat(matchId),
  search: kind ? { kind } : {},
})
export const toMessage = (matchId: string, seq: number) =>
  ({ ...toChat(matchId), search: { found: String(seq) } }) as const

/** The parameters that a query may contain. Each screen uses those it knows (`api/params.ts`). */
type Names = {
  '/login': 'from'
  '/signin': 'from'
  '/join': 'from' | 'step' | 'invitation'
  '/onboarding': 'step'
  '/agree': 'from'
  '/discover': 'view' | 'deck'
  '/profile': 'view'
  '/matches': 'kind'
  '/search':
    | 'q'
    | 'minAge'
    | 'maxAge'
    | 'gender'
    | 'distance'
    | 'city'
    | 'intention'
    | 'interests'
    | 'languages'
    | 'online'
    | 'verified'
    | 'newHere'
    | 'fields'
    | 'saved'
    | 'page'
  '/premium/checkout': 'plan' | 'card' | 'paid' | 'added'
  '/support': 'report' | 'about' | 'message'
  '/chat/$matchId': 'found' | 'kind'
  '/dashboard': 'range'
  '/users': 'search' | 'status' | 'type' | 'label' | 'sort' | 'joined' | 'gender' | 'age' | 'complete' | 'until'
  '/users/$id': 'show'
  '/reports': 'search' | 'status' | 'assignee' | 'type' | 'label' | 'reason' | 'priority' | 'overdue' | 'order' | 'page'
  '/subscriptions': 'search' | 'status' | 'plan' | 'sort' | 'payment'
  '/photos': 'view'
  '/configuration': 'section'
  '/first-steps': 'step'
  '/audit': 'who' | 'what' | 'about' | 'from' | 'to'
}
export type Search<P> = { [N in P extends keyof Names ? Names[P] : never]?: string | undefined }

const signIns: readonly string[] = [paths.login, paths.signin, paths.join]
export const isSignIn = (pathname: string): boolean => signIns.includes(pathname)

const reading: readonly string[] = [
  paths.privacy,
  paths.faqs,
  paths.terms,
  paths.rules,
  paths.help,
  paths.safety,
  paths.imprint,
  paths.publicTransparency,
]
/** Public pages, open to signed-in users as well. */
export const isPublicPage = (pathname: string): boolean => reading.includes(pathname) || pathname.startsWith('/pages/')

/** Accepts only paths on this origin, so that a link can't redirect elsewhere. */
export const sameOriginPath = (path: unknown): string | undefined =>
  typeof path === 'string' && /^\/(?![/\\])/.test(path) && !/^\/(login|signin|join)\b/.test(path) ? path : undefined

export const mailTo = (address: string): string => `mailto:${address}`

type DueUser = { staffRole: string | null; profileComplete: boolean; admission?: string | undefined }
type Due = { requiresVerification: boolean; user: DueUser }

/** A member's home: Discover, or the next step before meeting people. Staff without a profile don't have Discover. */
export function homeOf({ requiresVerification, user }: Omit<Due, 'user'> & { user: Due['user'] | null }): Path {
  if (requiresVerification) return paths.verifyEmail
  if (user?.admission) return paths.admission
  if (!user || user.profileComplete) return paths.discover
  return user.staffRole ? paths.dashboard : paths.onboarding
}

const nextStep = (due: Due): Path => (due.user.staffRole ? paths.dashboard : homeOf(due))

/** The page to open after signing in: the requested one, or else the next step. */
export const pageAfterSignIn = (due: Due, from: unknown): string => sameOriginPath(from) ?? nextStep(due)
