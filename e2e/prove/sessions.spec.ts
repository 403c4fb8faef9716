import type { Page } from '@playwright/test'
import { expire } from '../expiry.ts'
import { administrator, callsOf, demoMember, signInAs, expect, newPerson, test } from '../world.ts'

test.use({ expectedErrors: /status of 401|ERR_FAILED|Failed to fetch dynamically|Error: Failed/ })

async function changePassword(page: Page): Promise<void> {
  await page.goto('/settings#password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByLabel('Current password')).toBeFocused()
}

test('corrupt storage is cleared without a crash', async ({ page }) => {
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

test('a server outage signs no one out, and shows the right message until it ends', async ({ page, context }) => {
  await signInAs(page, administrator)
  await page.goto('/settings#sessions')
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
  await changePassword(page)
  await context.route('**/api/v1/**', (route) => route.abort())
  await page.getByLabel('Current password').fill('x')
  await page.getByLabel('New password').fill('cedar window thirteen')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(
    page.getByText('Network error: Unable to connect to server. Please check your internet connection.'),
  ).toBeVisible()
  await context.unroute('**/api/v1/**')
  await page.goto('/settings#sessions')
  await page.reload()
  await expect(page).toHaveURL(/\/settings#sessions$/)
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
})

test('failed loads show an error and a retry that works', async ({ page, context }) => {
  await signInAs(page, demoMember)
  await context.route('**/auth/consents', (route) => route.abort())
  await page.goto('/settings#consents')
  const panel = page.getByRole('region', { name: 'What you’ve agreed to' })
  await expect(panel.getByRole('alert')).toContainText('Unable to connect to server')
  await context.unroute('**/auth/consents')
  await panel.getByRole('button', { name: 'Try again' }).click()
  await expect(panel.getByText('Terms')).toBeVisible()
  // The browser's region determines the format of dates.
  await expect(panel).toContainText(/, \d{1,2} [A-Z][a-z]+ \d{4}/)
})

test('a page whose code fails to load shows the error', async ({ page, context }) => {
  await page.goto('/welcome')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await context.route('**/assets/*.js', (route) => route.abort())
  await page.getByRole('link', { name: 'Help Center' }).click()
  await expect(page.getByRole('heading', { name: 'This page couldn’t load' })).toBeVisible()
  await context.unroute('**/assets/*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Help Center' })).toBeVisible()
})

test('a wrong password typed with an expired access token does not end the session', async ({ page }) => {
  const person = newPerson()
  await callsOf(page).register({ body: person })
  await signInAs(page, person)
  await page.goto('/settings#sessions')
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
  await expire(page, 'token')
  await changePassword(page)
  await page.getByLabel('Current password').fill('not my password')
  await page.getByLabel('New password').fill('cedar window thirteen')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription('Wrong password.')
  await expect(page).toHaveURL(/\/settings#password$/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeTruthy()
})
