import type { Page } from '@playwright/test'
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
