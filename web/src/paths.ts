/** Every address of the web, in one place: links are built here and nowhere else. */
export const paths = {
  login: '/login',
  signin: '/signin',
  join: '/join',
  welcome: '/welcome',
  verifyEmail: '/verify-email',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  privacy: '/privacy',
  faqs: '/faqs',
  terms: '/terms',
  rules: '/rules',
  help: '/help',
  safety: '/safety',
  home: '/home',
  settings: '/settings',
  onboarding: '/onboarding',
  discover: '/discover',
  search: '/search',
  likes: '/likes',
  matches: '/matches',
  chat: '/chat',
  members: '/members',
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
  configuration: '/configuration',
} as const

export const personPath = (id: string): string => `${paths.members}/${id}`
export const userPath = (id: string): string => `${paths.users}/${id}`
export const chatPath = (matchId: string): string => `${paths.chat}/${matchId}`

/** A page of ours that somebody asked for, or nothing: never an address elsewhere. */
export const ownPath = (asked: unknown): string | undefined =>
  typeof asked === 'string' && /^\/(?![/\\])/.test(asked) && !/^\/(login|signin|join)\b/.test(asked) ? asked : undefined

export const mailTo = (address: string): string => `mailto:${address}`
