import type { Page } from '@playwright/test'
import { administrator, demoMember, signInAs, expect, test } from './world.ts'

// The screen shown before the app's code has arrived: here, the code never does.

async function openWithoutCode(page: Page, path: string): Promise<void> {
  await page.route(/\/assets\/.*\.js$/, () => {})
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.locator('[data-first]')).toBeAttached()
}

test('visitors see a page before its code arrives, and no navigation', async ({ page }) => {
  for (const [path, texts] of [
    ['/welcome', ['Meet someone who’d choose you, too', 'Join for free', 'Sign in']],
    ['/login', ['Admin Dashboard', 'Welcome Back', 'Sign In']],
  ] as const) {
    await openWithoutCode(page, path)
    for (const text of texts) await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
  }
  await openWithoutCode(page, '/discover')
  await expect(page.locator('[data-first]')).toBeHidden()
})

test('members and staff see their navigation before the code arrives', async ({ page }) => {
  for (const [person, path, name] of [
    [demoMember, '/discover', 'Matches'],
    [administrator, '/users', 'Subscriptions'],
  ] as const) {
    await signInAs(page, person)
    await openWithoutCode(page, path)
    await expect(page.getByText(name, { exact: true }).first()).toBeVisible()
    await page.unrouteAll()
  }
})
