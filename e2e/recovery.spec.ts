import type { Page } from '@playwright/test'
import { addPasskey, device, panel } from './passkeys.ts'
import { desk, expectFits, expectNoAxeFindings, phone } from './measures.ts'
import { newMember, signInAs, expect, linkIn, mailTo, namedServer, test } from './world.ts'

// “This wasn’t me”, from the email to the next sign-in.

test.use({ baseURL: namedServer.url, expectedErrors: /status of (400|401|403)/ })

async function addNamedPasskey(page: Page, name: string): Promise<void> {
  await addPasskey(page)
  const row = panel(page).getByRole('listitem').first()
  await row.getByRole('button', { name: 'Rename' }).click()
  await row.getByLabel('Name').fill(name)
  await row.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText(name)
}

const NEXT = 'orchard kettle seven'

test('an owner takes the account back from an email, keeps what they know, and signs in', async ({ page }) => {
  await device(page)
  const ada = await newMember(page)
  await signInAs(page, ada)
  await addNamedPasskey(page, 'My phone')
  const link = linkIn(await mailTo(page, ada.email, /A passkey was added/))
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Take back your account' })).toBeVisible()
  await expect(page.getByText(ada.email)).toBeVisible()
  await expect(page).toHaveURL(/\/recover$/)
  await expectNoAxeFindings(page, 'recover')
  await expectFits(page, 'recover', [phone(320, 568), phone(390, 844), desk(1440, 900)])
  await page.getByRole('checkbox', { name: /My phone/ }).check()
  await page.getByLabel('New password').fill('password')
  await page.getByRole('button', { name: 'Secure my account' }).click()
  await expect(page.getByLabel('New password')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('New password').fill(NEXT)
  await page.getByRole('button', { name: 'Secure my account' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is yours again' })).toBeVisible()
  await signInAs(page, { ...ada, password: NEXT })
  await page.goto('/settings#passkeys')
  await expect(page.getByRole('region', { name: 'Passkeys' })).toContainText('My phone')
  // The link works only once.
  await page.goto(link)
  await expect(page.getByText('This link has expired.')).toBeVisible()
})

test('where there is a passkey, changing the password asks for it', async ({ page }) => {
  await device(page)
  const ada = await newMember(page)
  await signInAs(page, ada)
  await addNamedPasskey(page, 'My phone')
  await page.goto('/healthz')
  await page.evaluate(() => localStorage.clear())
  await signInAs(page, ada)
  await page.goto('/settings#password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByLabel('Current password').fill(ada.password)
  await page.getByLabel('New password').fill(NEXT)
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(dialog.getByRole('button', { name: /passkey/ })).toBeVisible()
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await dialog.getByRole('button', { name: /passkey/ }).click()
  await expect(dialog).toHaveCount(0)
  await mailTo(page, ada.email, /password was changed/)
})
