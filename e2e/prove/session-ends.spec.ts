import { randomUUID } from 'node:crypto'
import type { Page, WebSocketRoute } from '@playwright/test'
import { present } from '../../scripts/present.ts'
import { expire, expireWhenPressed } from '../expiry.ts'
import {
  administrator,
  callsOf,
  demoMember,
  signInAs,
  expect,
  matched,
  newMember,
  newPerson,
  picture,
  showPrivateData,
  test,
} from '../world.ts'

// Sessions that end in this tab or in others, and the page that users land on.

// Photo URLs expire with their session, so photos that are still loading aren't found.
test.use({ expectedErrors: /status of (401|404)|ERR_FAILED/ })

/** Searches within the sign-in form, because the loading screen may also have a field with a matching label. */
const signInAsAdministrator = async (page: Page) => {
  await page.getByLabel('Email', { exact: true }).fill(administrator.email)
  await page.getByLabel('Password', { exact: true }).fill(administrator.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

test('an administrator whose session expired lands on the dashboard, even after opening the sign-in themselves', async ({
  page,
}) => {
  await signInAs(page, administrator)
  await expire(page, 'token', 'refreshToken')
  await page.goto('/login')
  await expect(page.getByLabel('Password')).toBeVisible()
  await signInAsAdministrator(page)
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('after signing out in another tab, an administrator signs in and returns to their page', async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  for (let round = 0; round < 3; round++) {
    await signInAs(page, administrator)
    await page.goto('/users?status=active')
    await expect(page.getByRole('heading', { name: 'Users Management' })).toBeVisible()
    await other.goto('/reports')
    await expect(other.getByRole('heading', { name: 'Reports Management' })).toBeVisible()
    await other.getByRole('button', { name: 'Logout' }).click()
    await expect(other).toHaveURL(/\/login$/)
    await expect(page).toHaveURL(/\/login\?from=/)
    await signInAsAdministrator(page)
    await expect(page).toHaveURL(/\/users\?status=active$/)
    // One sign-in is enough, because the other tab continues, too.
    await expect(other).toHaveURL(/\/dashboard$/)
  }
})

for (const path of ['/faqs', '/privacy'])
  test(`a 401 on ${path} ends the session, leads to the sign-in, and back`, async ({ page }) => {
    await signInAs(page, administrator)
    await expire(page, 'token', 'refreshToken')
    await page.goto(path)
    await expect(page).toHaveURL(new RegExp(`/login\\?from=%2F${path.slice(1)}$`))
    expect(
      await page.evaluate(() => ['token', 'user', 'refreshToken'].map((key) => localStorage.getItem(key))),
    ).toEqual([null, null, null])
    await signInAsAdministrator(page)
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  })

test('a mailed link survives an expired session', async ({ page }) => {
  await signInAs(page, demoMember)
  await expire(page, 'token', 'refreshToken')
  await page.goto('/reset-password#token=abc')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await expect(page).toHaveURL(/\/reset-password/)
})

test('an administrator is recognized by their token alone', async ({ page }) => {
  await signInAs(page, administrator)
  await page.evaluate(() => localStorage.removeItem('user'))
  await page.goto('/users')
  await expect(page.getByRole('heading', { name: 'Users Management' })).toBeVisible()
  await expect(page).toHaveURL(/\/users$/)
})

test('an answer about payments that arrives after signing out is not stored', async ({ page }) => {
  await signInAs(page, await newMember(page))
  const now = present().toISOString()
  const period = { currentPeriodStart: now, currentPeriodEnd: now, createdAt: now, updatedAt: now }
  const ends = { canceledAt: null, cancelAtPeriodEnd: false, trialStart: null, trialEnd: null }
  const plan = { plan: 'monthly', amount: 1290, currency: 'EUR', status: 'active' }
  const subscription = { _id: randomUUID(), ...plan, ...period, ...ends }
  const late = Promise.withResolvers<void>()
  await page.route('**/subscription/current', async (route) => {
    await late.promise
    await route.fulfill({ json: { subscription } })
  })
  const asked = page.waitForRequest('**/subscription/current')
  await page.goto('/premium')
  await asked
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/welcome$/)
  const answered = page.waitForResponse('**/subscription/current')
  late.resolve()
  await (await answered).finished()
  // The page receives this answer after the other one.
  await page.evaluate(async () => (await fetch('/robots.txt')).text())
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('premium')))).toEqual([])
})

const blockSiteData = (page: Page) =>
  page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
  })

test('without site data, a member swipes, writes, opens the checkout and signs out', async ({ page }) => {
  const { ada } = await matched(page)
  await blockSiteData(page)
  await page.goto('/signin')
  await page.getByLabel('Email').fill(ada.email)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Pass', exact: true }).click()
  const places = page.getByRole('navigation', { name: 'Main' })
  await places.getByRole('link', { name: /^Matches/ }).click()
  await page.getByRole('main').locator('a[href^="/chat/"]').first().click()
  await page.getByLabel('Message to Ben').fill('Hello')
  await page.getByLabel('Message to Ben').press('Enter')
  await expect(page.getByRole('log').getByText('Hello')).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Premium/ })
    .click()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/welcome$/)
})

test('without site data, staff sign in and see private data with a reason', async ({ page }) => {
  await blockSiteData(page)
  await page.goto('/login')
  await signInAsAdministrator(page)
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Users' }).click()
  await page.getByLabel('Search by name or email').fill('Lindqvist')
  await expect(page).toHaveURL(/search=Lindqvist/)
  await page.getByRole('link', { name: 'Zoë Lindqvist' }).click()
  await showPrivateData(page)
  await expect(page.getByRole('region', { name: 'Sign-ins' })).toBeVisible()
})

/**
 * Sign-out works in three layouts: public pages, the member app and the back office. A full proof tries more pages of
 * each.
 */
const more = process.env['PROVE'] === 'full'
const pagesOf = {
  reading: ['/home', '/privacy', ...(more ? ['/faqs', '/terms', '/rules', '/help', '/safety'] : [])],
  member: [
    '/settings',
    '/discover',
    ...(more
      ? ['/search', '/likes', '/matches', '/profile', '/questions', '/premium', '/support', '/notifications']
      : []),
  ],
  office: [
    '/dashboard',
    '/reports',
    ...(more ? ['/users', '/subscriptions', '/photos', '/audit', '/batches', '/configuration'] : []),
  ],
}

test('every page after signing in has a sign-out', async ({ page }) => {
  const button = page.getByRole('button', { name: /^(Logout|Sign out)$/ })
  for (const [who, paths] of [
    [demoMember, [...pagesOf.reading, ...pagesOf.member]],
    [administrator, [...pagesOf.reading, ...pagesOf.office]],
  ] as const) {
    await signInAs(page, who)
    for (const path of paths) {
      await page.goto(path)
      await expect(button, path).toBeVisible()
    }
  }
})

test('visitors start at the welcome page, and administrators at the dashboard', async ({ page }) => {
  await page.goto('/faqs')
  for (const place of ['navigation', 'contentinfo'] as const)
    await expect(page.getByRole(place).getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/welcome')
  await signInAs(page, administrator)
  await page.goto('/home')
  await expect(page.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/dashboard')
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/home')
})

test('an unsent message is restored after signing in again', async ({ page }) => {
  const person = newPerson()
  await callsOf(page).register({ body: person })
  await signInAs(page, person)
  await page.goto('/support')
  await page.getByLabel('What happened?').fill('The lantern at the gate is out.')
  await expireWhenPressed(page, 'token', 'refreshToken')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page).toHaveURL(/\/signin\?from=/)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('What happened?')).toHaveValue('The lantern at the gate is out.')
})

test('a page whose token expired while it was idle renews it and gets events again', async ({ page }) => {
  const ada = await newMember(page)
  const sockets: WebSocketRoute[] = []
  let letIn = 0
  await page.routeWebSocket(/socket/, (socket) => {
    sockets.push(socket)
    const server = socket.connectToServer()
    server.onMessage((frame) => {
      // The connect packet of Socket.IO starts with 40.
      if (String(frame).startsWith('40')) letIn++
      socket.send(frame)
    })
  })
  await signInAs(page, ada)
  await page.goto('/settings')
  await expect.poll(() => letIn).toBe(1)
  // No request of the page renews the token.
  await page.route('**/api/v1/**', (route) =>
    route.request().url().endsWith('/auth/refresh-token') ? route.fallback() : route.abort(),
  )
  await expire(page, 'token')
  await sockets.at(-1)!.close({ code: 4000 })
  await expect.poll(() => letIn).toBe(2)
})

test('a photo is uploaded although the token has just expired', async ({ page }) => {
  const ada = await newMember(page)
  await signInAs(page, ada)
  await page.goto('/profile')
  await page.getByRole('button', { name: /^Photos/ }).click()
  await page.getByLabel('Choose photos').setInputFiles({ name: 'two.png', mimeType: 'image/png', buffer: picture })
  await expireWhenPressed(page, 'token')
  await page.getByRole('dialog', { name: 'Your photo' }).getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('dialog', { name: 'Photos' }).getByRole('figure')).toHaveCount(2)
})
