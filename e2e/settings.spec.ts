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
  await expect(page.getByLabel('Incognito')).toBeFocused()
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

test('quick changes of the quiet hours all count', async ({ page }) => {
  await signInAs(page, await newMember(page))
  await page.goto('/settings#notifications')
  await page.getByLabel('Quiet hours').press('Space')
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  const late = Promise.withResolvers<void>()
  await page.route('**/notifications/settings', async (route) => {
    if (route.request().method() === 'PUT') await late.promise
    await route.continue()
  })
  const last = page.waitForResponse((answer) => answer.request().postDataJSON()?.quiet?.to === 8)
  const [from, until] = [page.getByLabel('From'), page.getByLabel('Until')]
  await from.selectOption('20')
  await expect(from).toHaveValue('20')
  await until.selectOption('8')
  late.resolve()
  expect((await last).request().postDataJSON()).toEqual({ quiet: { from: 20, to: 8 } })
  await page.reload()
  await expect(until).toHaveValue('8')
  await expect(from).toHaveValue('20')
})

test.describe('members without a password', () => {
  test.use({ expectedErrors: /status of 409/ })
  test('are not asked for one to change their email or to leave', async ({ page }) => {
    await signInAs(page, await newMember(page))
    await page.route('**/auth/providers', (route) =>
      route.fulfill({ json: { data: { identities: [], hasPassword: false } } }),
    )
    await page.route('**/auth/email', (route) => route.fulfill({ json: { done: true } }))
    await page.route('**/auth/account', (route) => route.fulfill({ status: 409, json: { message: 'Already asked.' } }))
    await page.goto('/settings#email')
    await page.getByRole('button', { name: 'Change address' }).click()
    await page.getByLabel('New address').fill('new@people.example')
    await expect(page.getByLabel('Password')).toHaveCount(0)
    const changed = page.waitForRequest('**/auth/email')
    await page.getByRole('button', { name: 'Change address' }).click()
    expect((await changed).postDataJSON()).toEqual({ email: 'new@people.example' })
    await expect(page.getByText('We sent a link to the new address.')).toBeVisible()
    await page.goto('/settings#delete')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await expect(dialog.getByLabel('Password')).toHaveCount(0)
    const left = page.waitForRequest('**/auth/account')
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    expect((await left).postDataJSON()).toEqual({})
    await expect(dialog.getByRole('alert')).toContainText('Already asked.')
  })
})

test('the panels of the settings have no problem on a small phone', async ({ page }) => {
  await signInAs(page, await newMember(page))
  await page.setViewportSize({ width: 320, height: 568 })
  for (const panel of ['privacy', 'notifications', 'blocks', 'contacts', 'sessions', 'delete']) {
    await page.goto(`/settings#${panel}`)
    await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
    await expectNoAxeFindings(page, panel)
    await expectFits(page, panel, [phone(320, 568)])
  }
})
