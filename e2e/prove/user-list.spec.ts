import type { Page } from '@playwright/test'
import { administrator, signInAs, expect, test } from '../world.ts'

// The list of users: search, and its layout at every width.

const widthOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth)

test('the navigation bar fits at every width, and verified and unverified users have badges', async ({ page }) => {
  await signInAs(page, administrator)
  await page.goto('/users?search=lindqvist')
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  for (const width of [320, 390, 600, 861, 960, 1060, 1180, 1181, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const bar = page.getByRole('banner')
    await expect.poll(() => widthOf(page), `${width}`).toBeLessThanOrEqual(width)
    await expect(bar.getByRole('button', { name: 'Logout' }), `${width}`).toBeInViewport({ ratio: 1 })
    await expect(bar.getByTitle(administrator.email), `${width}`).toBeInViewport({ ratio: 1 })
  }
  const verified = page.getByRole('table').getByText('Verified', { exact: true }).first()
  expect(await verified.evaluate((badge) => getComputedStyle(badge).backgroundColor)).not.toBe('rgba(0, 0, 0, 0)')
  await page.goto('/home')
  const name = await page.evaluate(() => (JSON.parse(localStorage.getItem('user')!) as { name: string }).name)
  for (const width of [320, 390, 640, 900]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => widthOf(page), `${width}`).toBeLessThanOrEqual(width)
    await expect(page.getByRole('banner').getByTitle(name), `${width}`).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Logout' }), `${width}`).toBeInViewport({ ratio: 1 })
  }
})
