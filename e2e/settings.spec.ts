import type { Page } from '@playwright/test'
import { expectFits, expectNoAxeFindings, phone } from './measures.ts'
import { newMember, signInAs, expect, test } from './world.ts'

const row = (page: Page, name: RegExp) => page.getByRole('main').getByRole('link', { name })

test('settings are a list that says how each is set; each opens at its address and says that it saved', async ({
  page,
}) => {
  const ada = await newMember(page)
  await signInAs(page, ada)
  await page.goto('/settings')
  await expect(row(page, /^Email ada\./)).toBeVisible()
  await expect(row(page, /^Password Set$/)).toBeVisible()
  await expect(row(page, /^Two-step verification Off$/)).toBeVisible()
  await expect(row(page, /^Where you’re signed in \d+ devices?$/)).toBeVisible()
  await expect(row(page, /^Email notifications On$/)).toBeVisible()
  await row(page, /^Privacy Visible$/).press('Enter')
  await expect(page).toHaveURL(/\/settings#privacy$/)
  await expect(page.getByRole('heading', { name: 'Privacy' })).toBeFocused()
  await page.getByLabel('Incognito').press('Space')
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await expect(page.getByLabel('Incognito')).toBeChecked()
  await page.getByRole('link', { name: 'All settings' }).press('Enter')
  await expect(row(page, /^Privacy Incognito$/)).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('region', { name: 'Privacy' })).toBeVisible()
  await page.goto('/settings#email')
  const email = page.getByRole('region', { name: 'Email' })
  await expect(email).toContainText(ada.email)
  await expect(email.getByRole('textbox')).toHaveCount(0)
  await email.getByRole('button', { name: 'Change address' }).press('Enter')
  await expect(email.getByLabel('New address')).toBeFocused()
})

test('a change that is saved while the page still loads the user counts', async ({ page }) => {
  await signInAs(page, await newMember(page))
  const late = Promise.withResolvers<void>()
  let held = false
  await page.route('**/auth/profile', async (route) => {
    if (held) return route.fallback()
    held = true
    const response = await route.fetch()
    await late.promise
    await route.fulfill({ response })
  })
  await page.goto('/settings#privacy')
  const saved = page.waitForResponse('**/privacy')
  await page.getByLabel('Incognito').press('Space')
  await (await saved).finished()
  late.resolve()
  await expect(page.getByLabel('Incognito')).toBeChecked()
})

test('the panels of the settings have no problem on a small phone', async ({ page }) => {
  await signInAs(page, await newMember(page))
  await page.setViewportSize({ width: 320, height: 568 })
  for (const panel of ['privacy', 'notifications', 'blocks', 'sessions', 'delete']) {
    await page.goto(`/settings#${panel}`)
    await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
    await expectNoAxeFindings(page, panel)
    await expectFits(page, panel, [phone(320, 568)])
  }
})
