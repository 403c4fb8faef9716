import type { Page } from '@playwright/test'
import { administrator, callsOf, demoMember, enter, expect, somebody, test } from './world.ts'

test.use({ mayComplain: /status of 401|ERR_FAILED|Failed to fetch dynamically|Error: Failed/ })

test('an access token that has run out is renewed, without anybody noticing', async ({ page }) => {
  await enter(page, demoMember)
  await page.goto('/settings')
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
  const before = await page.evaluate(() => localStorage.getItem('refreshToken'))
  await page.evaluate(() =>
    localStorage.setItem('token', localStorage.getItem('token')!.replace(/.{10}$/, 'AAAAAAAAAA')),
  )
  await page.reload()
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('refreshToken'))).not.toBe(before)
})

test('a session that is over leads to the sign-in, and back to where one was', async ({ page }) => {
  const person = somebody()
  await callsOf(page).register({ body: person })
  await enter(page, person)
  await page.goto('/settings')
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
  await callsOf(page).logout({
    body: { refreshToken: await page.evaluate(() => localStorage.getItem('refreshToken')) },
  })
  await page.reload()
  await expect(page).toHaveURL(/\/signin\?from=/)
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/settings$/)
})

test('what one tab does the other sees: signing in, and signing out', async ({ page, context }) => {
  const other = await context.newPage()
  await page.goto('/signin')
  await other.goto('/privacy')
  await page.getByLabel('Email').fill(demoMember.email)
  await page.getByLabel('Password', { exact: true }).fill(demoMember.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/home$/)
  await expect(other.getByRole('button', { name: 'Logout' })).toBeVisible()
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(other).toHaveURL(/\/welcome$/)
})

test('tabs that renew at the same moment do not sign each other out', async ({ page, context }) => {
  const person = somebody()
  await callsOf(page).register({ body: person })
  await enter(page, person)
  await page.evaluate(() =>
    localStorage.setItem('token', localStorage.getItem('token')!.replace(/.{10}$/, 'AAAAAAAAAA')),
  )
  const tabs = await Promise.all([1, 2, 3].map(() => context.newPage()))
  await Promise.all(tabs.map((tab) => tab.goto('/settings')))
  for (const tab of tabs) await expect(tab.getByText('This device', { exact: true })).toBeVisible()
})

test('broken storage is cleared, not crashed on', async ({ page }) => {
  await page.goto('/robots.txt')
  for (const [token, user] of [
    ['nonsense', '{'],
    ['a.b.c', '{"isAdmin":true}'],
    ['', 'null'],
    ['a.b.c', '[1,2,3]'],
  ]) {
    await page.evaluate(
      ([t, u]) => {
        localStorage.setItem('token', t!)
        localStorage.setItem('user', u!)
        localStorage.setItem('kindred.session', '{"requiresVerification":7')
      },
      [token, user],
    )
    await page.goto('/dashboard')
    await expect(page).toHaveURL(/\/(login|home)/)
    await page.goto('/robots.txt')
  }
})

test('a flag in the browser does not make an administrator', async ({ page }) => {
  await enter(page, demoMember)
  await page.evaluate(() =>
    localStorage.setItem('user', JSON.stringify({ ...JSON.parse(localStorage.getItem('user')!), isAdmin: true })),
  )
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/home$/)
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('user')!).isAdmin)).toBe(false)
})

test('the server is gone, and comes back: nobody is signed out, and it is said in the right words', async ({
  page,
  context,
}) => {
  await enter(page, administrator)
  await page.goto('/settings')
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
  await context.route('**/api/v1/**', (route) => route.abort())
  await page.getByLabel('Current password').fill('x')
  await page.getByLabel('New password').fill('cedar window thirteen')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(
    page.getByText('Network error: Unable to connect to server. Please check your internet connection.'),
  ).toBeVisible()
  await context.unroute('**/api/v1/**')
  await page.reload()
  await expect(page).toHaveURL(/\/settings$/)
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
})

test('logging out clears this browser even when the server does not hear of it', async ({ page, context }) => {
  await enter(page, demoMember)
  await page.goto('/home')
  await context.route('**/auth/logout', (route) => route.abort())
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/welcome$/)
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
})

test('what did not come is said, and comes when it is asked for again', async ({ page, context }) => {
  await enter(page, demoMember)
  await context.route('**/auth/consents', (route) => route.abort())
  await page.goto('/settings')
  const panel = page.getByRole('region', { name: 'What you agreed to' })
  await expect(panel.getByRole('alert')).toContainText('Unable to connect to server', { timeout: 10_000 })
  await context.unroute('**/auth/consents')
  await panel.getByRole('button', { name: 'Try again' }).click()
  await expect(panel.getByText('The terms')).toBeVisible()
})

test('a page whose code does not arrive says so', async ({ page, context }) => {
  await page.goto('/welcome')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.route('**/assets/help-screen*', (route) => route.abort())
  await page.getByRole('link', { name: 'Help Center' }).click()
  await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
  await context.unroute('**/assets/help-screen*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Help Center' })).toBeVisible()
})

test('a wrong password, typed after the access token has run out, does not end the session', async ({ page }) => {
  const person = somebody()
  await callsOf(page).register({ body: person })
  await enter(page, person)
  await page.goto('/settings')
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
  await page.evaluate(() =>
    localStorage.setItem('token', localStorage.getItem('token')!.replace(/.{10}$/, 'AAAAAAAAAA')),
  )
  await page.getByLabel('Current password').fill('not my password')
  await page.getByLabel('New password').fill('cedar window thirteen')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription('That password is not right.')
  await expect(page).toHaveURL(/\/settings$/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeTruthy()
})

/** As if everything that this browser holds had run out. */
const expire = (page: Page) =>
  page.evaluate(() => {
    for (const key of ['token', 'refreshToken'])
      localStorage.setItem(key, localStorage.getItem(key)!.replace(/.{10}$/, 'AAAAAAAAAA'))
  })

const signInAsAdministrator = async (page: Page) => {
  await page.getByLabel('Email').fill(administrator.email)
  await page.getByLabel('Password').fill(administrator.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

test('an administrator whose session ran out lands on the dashboard, also when they went to the sign-in themselves', async ({
  page,
}) => {
  await enter(page, administrator)
  await expire(page)
  await page.goto('/login')
  await expect(page.getByLabel('Password')).toBeVisible()
  await signInAsAdministrator(page)
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('signed out in another tab, an administrator signs in again and is back on the page they had open', async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  for (let round = 0; round < 3; round++) {
    await enter(page, administrator)
    await page.goto('/users?status=active')
    await expect(page.getByRole('heading', { name: 'Users Management' })).toBeVisible()
    await other.goto('/reports')
    await expect(other.getByRole('heading', { name: 'Reports Management' })).toBeVisible()
    await other.getByRole('button', { name: 'Logout' }).click()
    await expect(other).toHaveURL(/\/login$/)
    await expect(page).toHaveURL(/\/login\?from=/)
    await signInAsAdministrator(page)
    await expect(page).toHaveURL(/\/users\?status=active$/)
    // Nobody has to sign in twice: the other tab goes on, too.
    await expect(other).toHaveURL(/\/dashboard$/)
  }
})

for (const path of ['/faqs', '/privacy'])
  test(`a 401 on ${path} ends the session and leads to the sign-in, and back`, async ({ page }) => {
    await enter(page, administrator)
    await expire(page)
    await page.goto(path)
    await expect(page).toHaveURL(new RegExp(`/login\\?from=%2F${path.slice(1)}$`))
    expect(
      await page.evaluate(() => ['token', 'user', 'refreshToken'].map((key) => localStorage.getItem(key))),
    ).toEqual([null, null, null])
    await signInAsAdministrator(page)
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  })

test('a link from a mail is not lost to a session that ran out', async ({ page }) => {
  await enter(page, demoMember)
  await expire(page)
  await page.goto('/reset-password#token=abc')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await expect(page).toHaveURL(/\/reset-password/)
})

test('an administrator is known by their token alone', async ({ page }) => {
  await enter(page, administrator)
  await page.evaluate(() => localStorage.removeItem('user'))
  await page.goto('/users')
  await expect(page.getByRole('heading', { name: 'Users Management' })).toBeVisible()
  await expect(page).toHaveURL(/\/users$/)
})

test('signing out clears at once, however long the server takes', async ({ page, context }) => {
  await enter(page, demoMember)
  await page.goto('/home')
  const told = Promise.withResolvers<void>()
  const asked = context.waitForEvent('request', (request) => request.url().endsWith('/auth/logout'))
  await context.route('**/auth/logout', async (route) => {
    await told.promise
    await route.continue()
  })
  const refreshToken = await page.evaluate(() => localStorage.getItem('refreshToken'))
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/welcome$/, { timeout: 2000 })
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  expect((await asked).postDataJSON()).toEqual({ refreshToken })
  told.resolve()
})

test('a renewal that is on its way when someone signs out does not sign them in again', async ({ page, context }) => {
  const person = somebody()
  await callsOf(page).register({ body: person })
  await enter(page, person)
  await page.goto('/settings')
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
  const late = Promise.withResolvers<void>()
  const asked = context.waitForEvent('request', (request) => request.url().endsWith('/auth/refresh-token'))
  await context.route('**/auth/refresh-token', async (route) => {
    const answer = await route.fetch()
    await late.promise
    await route.fulfill({ response: answer })
  })
  await page.evaluate(() =>
    localStorage.setItem('token', localStorage.getItem('token')!.replace(/.{10}$/, 'AAAAAAAAAA')),
  )
  await page.getByLabel('Show when I was last active').click()
  await asked
  await page.getByRole('button', { name: 'More' }).first().click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/welcome$/)
  const answered = page.waitForResponse('**/auth/refresh-token')
  late.resolve()
  await answered
  await page.reload()
  await expect(page.getByRole('link', { name: /Join|Sign in/ }).first()).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('visitors go home to the page that welcomes them; an administrator gets started at the dashboard', async ({
  page,
}) => {
  await page.goto('/faqs')
  for (const place of ['navigation', 'contentinfo'] as const)
    await expect(page.getByRole(place).getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/welcome')
  await enter(page, administrator)
  await page.goto('/home')
  await expect(page.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/dashboard')
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/home')
})
