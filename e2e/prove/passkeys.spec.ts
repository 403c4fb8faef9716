import { addPasskey, device, joinByPasskey, leave, refuseOnce, panel } from '../passkeys.ts'
import {
  answerOnce,
  fillJoinForm,
  linkIn,
  newMember,
  newPerson,
  signInAs,
  expect,
  mailTo,
  main,
  namedServer,
  test,
} from '../world.ts'

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

test('someone who can’t create a passkey while joining sets a password instead, even later', async ({ page }) => {
  const phone = await device(page)
  const [ada, eve] = [newPerson(), newPerson()]
  await phone.unlock(false)
  await joinByPasskey(page, ada)
  await page.getByRole('button', { name: 'Set a password instead' }).click()
  await page.getByLabel('New password').fill('password1')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/too common/)
  await page.getByLabel('New password').fill(ada.password)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Step 6 of 13')).toBeVisible()
  await leave(page)

  // After some time, only the mailbox can confirm who it is.
  await joinByPasskey(page, eve)
  await answerOnce(page, '/auth/password', {
    status: 403,
    json: { message: 'Please sign in again, then try once more.', code: 'step_up_required', requestId: 'x' },
  })
  await page.getByRole('button', { name: 'Set a password instead' }).click()
  await page.getByLabel('New password').fill(eve.password)
  await page.getByRole('button', { name: 'Save password' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Your account has no password yet.')
  await expect(dialog.getByLabel('Password')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect(dialog).toContainText(`We’ve sent a link to ${eve.email}.`)
  await leave(page)
  await page.goto(linkIn(await mailTo(page, eve.email, /Reset your/)))
  await page.getByLabel('New password').fill(eve.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await signInAs(page, eve)
  await page.goto('/onboarding')
  await expect(page.getByText('Step 6 of 13')).toBeVisible()
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
