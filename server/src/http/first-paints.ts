import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { PageLanguage } from './language.ts'

// Pages that show something before the web app's code has loaded, which the build renders (scripts/first-paint.ts). All
// other pages start empty.

const member = [
  '/discover',
  '/search',
  '/likes',
  '/matches',
  '/chat/*',
  '/members/*',
  '/profile',
  '/questions',
  '/premium',
  '/premium/checkout',
  '/support',
  '/notifications',
  '/dates',
  '/settings',
  '/settings/age',
]
const office = [
  '/dashboard',
  '/users',
  '/users/*',
  '/reports',
  '/reports/*',
  '/subscriptions',
  '/photos',
  '/audit',
  '/batches',
  '/approvals',
  '/appeals',
  '/second-looks',
  '/age-checks',
  '/applications',
  '/invitations',
  '/transparency',
  '/failed-jobs',
  '/first-steps',
  '/system',
  '/configuration',
  '/monitoring',
  '/order',
]

export type FirstPaint = 'welcome' | 'login' | 'member' | 'office'
export const firstPaints: Record<FirstPaint, readonly string[]> = {
  welcome: ['/welcome'],
  login: ['/login'],
  member,
  office,
}

const byPattern = new Map(
  Object.entries(firstPaints).flatMap(([name, patterns]) => patterns.map((pattern) => [pattern, name])),
)

export const firstPaintOf = (path: string): string | undefined =>
  byPattern.get(path) ?? byPattern.get(path.replace(/[^/]+$/, '*'))

export const paintIn = (name: string, language: PageLanguage): string =>
  language === 'en' ? name : `${name}.${language}`

export const renderedPages = (folder: string): Map<string, string> =>
  new Map(
    globSync('first/*.html', { cwd: folder }).map((file) => [
      basename(file, '.html'),
      readFileSync(join(folder, file), 'utf8'),
    ]),
  )

export const emptyPage = (folder: string): string => {
  const file = join(folder, 'index.html')
  return existsSync(file)
    ? readFileSync(file, 'utf8')
    : '<!doctype html><title>%TITLE%</title><p>The web has not been built yet: run "npm run build".'
}
