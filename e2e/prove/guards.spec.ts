import { administrator, demoMember, signInAs, expect, moderator, test } from '../world.ts'

// The page that each route opens or redirects to, by kind of user.

const open = [
  '/welcome',
  '/privacy',
  '/faqs',
  '/terms',
  '/rules',
  '/help',
  '/safety',
  '/transparency/public',
  '/verify-email',
  '/forgot-password',
  '/reset-password',
  '/sign-out',
]
/** web/src/routes.test.ts checks every role, so two routes are enough here. */
const openToAll = process.env['PROVE'] === 'full' ? open : ['/welcome', '/reset-password']
const stay = (paths: string[]) => Object.fromEntries(paths.map((path) => [path, path]))

const expected: Record<string, Record<string, string>> = {
  visitor: {
    ...stay([...open, '/login', '/signin', '/join']),
    '/home': '/login',
    '/settings': '/signin',
    '/dashboard': '/login',
    '/users': '/login',
    '/reports': '/login',
    '/': '/login',
    '/nowhere/at/all': '/login',
  },
  member: {
    ...stay([...openToAll, '/home', '/settings']),
    '/login': '/home',
    '/signin': '/home',
    '/join': '/home',
    '/dashboard': '/home',
    '/users': '/home',
    '/reports': '/home',
    '/': '/home',
    '/nowhere/at/all': '/home',
  },
  administrator: {
    ...stay([...openToAll, '/home', '/settings', '/dashboard', '/users', '/reports']),
    '/login': '/home',
    '/signin': '/home',
    '/join': '/home',
    '/': '/dashboard',
    '/nowhere/at/all': '/dashboard',
  },
  // Routes open to a moderator, and redirects for the rest (web/src/routes.test.ts covers every screen and role).
  moderator: {
    ...stay([...openToAll, '/home', '/settings', '/dashboard', '/users', '/reports', '/photos', '/appeals']),
    '/login': '/home',
    ...Object.fromEntries(
      (process.env['PROVE'] === 'full'
        ? ['/configuration', '/audit', '/approvals', '/batches', '/system', '/monitoring', '/subscriptions']
        : ['/configuration', '/subscriptions']
      ).map((path) => [path, '/dashboard']),
    ),
    '/': '/dashboard',
  },
}

for (const [who, routes] of Object.entries(expected)) {
  test(`every route redirects a ${who} correctly, with a title and a heading`, async ({ page }) => {
    test.setTimeout(180_000)
    if (who === 'member') await signInAs(page, demoMember)
    if (who === 'administrator') await signInAs(page, administrator)
    if (who === 'moderator') await signInAs(page, moderator)
    for (const [path, reached] of Object.entries(routes)) {
      await page.goto(path)
      await expect(page, `${who} at ${path}`).toHaveURL((url) => url.pathname === reached)
      await expect(page.getByRole('heading', { level: 1 }).first(), `${who} at ${path}`).toBeVisible()
      await expect(page).toHaveTitle(/Kindred/)
    }
  })
}
