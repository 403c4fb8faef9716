import { addNamedPasskey, device } from '../passkeys.ts'
import { newMember, signInAs, expect, mailTo, namedServer, test } from '../world.ts'

const NEXT = 'orchard kettle seven'

// “This wasn’t me”, from the email to the next sign-in.

test.use({ baseURL: namedServer.url, expectedErrors: /status of (400|401|403)/ })

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
