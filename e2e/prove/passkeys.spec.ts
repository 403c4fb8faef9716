import { addPasskey, device, panel, refuseOnce } from '../passkeys.ts'
import { fillJoinForm, newMember, newPerson, signInAs, expect, main, namedServer, test } from '../world.ts'

// Passkeys in a real browser with its own device (WebAuthn's virtual authenticator).

test.use({ baseURL: namedServer.url, expectedErrors: /status of (400|401|403)/ })

test('a device gets one passkey per account', async ({ page }) => {
  await device(page)
  await signInAs(page, await newMember(page))
  await addPasskey(page)
  await panel(page).getByRole('button', { name: 'Add passkey' }).click()
  await expect(panel(page).getByText('This device already has a passkey')).toBeVisible()
})

test("a passkey confirms the user's identity", async ({ page }) => {
  await device(page)
  await signInAs(page, await newMember(page))
  await addPasskey(page)
  await refuseOnce(page)
  await panel(page)
    .getByRole('button', { name: /^Remove/ })
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Password', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('Passkey removed.')).toBeVisible()
})

test.describe('at a numeric address', () => {
  test.use({ baseURL: main.url })
  test('passkeys are not offered, and the settings say why', async ({ page }) => {
    await fillJoinForm(page, newPerson())
    await expect(page.getByRole('button', { name: 'Use a passkey instead' })).toBeHidden()
    for (const way of ['/signin', '/login']) {
      await page.goto(way)
      await expect(page.getByLabel('Email')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeHidden()
    }
    await signInAs(page, await newMember(page))
    await page.goto('/settings#passkeys')
    await expect(panel(page)).toContainText('Passkeys don’t work at 127.0.0.1')
    await expect(panel(page).getByRole('button')).toHaveCount(0)
  })
})
