import type { Page } from '@playwright/test'
import { addPasskey, device, panel, refuseOnce } from './passkeys.ts'
import {
  administrator,
  answerOnce,
  codeIn,
  linkIn,
  newMember,
  newPerson,
  startJoining,
  signInAs,
  expect,
  mailTo,
  namedServer,
  test,
} from './world.ts'

// Passkeys in a real browser with its own device (WebAuthn's virtual authenticator).

test.use({ baseURL: namedServer.url, expectedErrors: /status of (400|401|403)/ })

/**
 * Signs out by clearing the storage, while the authenticator keeps its passkeys. An open page of the app could restore
 * its session, so it is left first.
 */
async function leave(page: Page): Promise<void> {
  await page.goto('/healthz')
  await page.evaluate(() => localStorage.clear())
}

test('a member adds a passkey, names it, signs in with nothing else, and removes it', async ({ page }) => {
  const phone = await device(page)
  const ada = await newMember(page)
  await signInAs(page, ada)
  await addPasskey(page)
  expect(await mailTo(page, ada.email, /A passkey was added/)).toContain('Chrome on')
  const row = panel(page).getByRole('listitem')
  await expect(row).toContainText('Not used yet')
  await row.getByRole('button', { name: 'Rename' }).click()
  await row.getByLabel('Name').fill('My phone')
  await row.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('My phone')

  await leave(page)
  await page.goto('/signin')
  await phone.unlock(false)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('No passkey was used.')).toBeVisible()
  await phone.unlock(true)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/discover$/)

  await page.goto('/settings#passkeys')
  await expect(row).toContainText('Last used')
  await row.getByRole('button', { name: 'Remove My phone' }).click()
  await expect(page.getByText('Passkey removed.')).toBeVisible()
  await leave(page)
  await page.goto('/signin')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('This passkey didn’t work.')).toBeVisible()
})

test('an administrator with a passkey needs no password, and a password alone needs the passkey', async ({ page }) => {
  const laptop = await device(page)
  await signInAs(page, administrator)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Notices: 1' }).click()
  await page.getByRole('link', { name: /^Two-step verification protects/ }).click()
  await expect(page).toHaveURL(/settings#second-factor$/)
  await addPasskey(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.getByRole('button', { name: 'Notices', exact: true }).click()
  await expect(page.getByText('Nothing needs your attention.')).toBeVisible()

  await leave(page)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  await leave(page)
  await page.goto('/login')
  await page.getByLabel('Email').fill(administrator.email)
  await page.getByLabel('Password').fill(administrator.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
  await expect(page.getByLabel('Code')).toBeHidden()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  // Restores the account for the next run. Staff confirm with their passkey rather than a password.
  await page.goto('/settings#passkeys')
  await refuseOnce(page)
  await panel(page)
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(page.getByRole('dialog').getByLabel('Password', { exact: true })).toBeHidden()
  await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('Passkey removed.')).toBeVisible()
  await laptop.forget()
})

/** Joins with a passkey, up to the screen that creates it. */
async function joinByPasskey(page: Page, person: ReturnType<typeof newPerson>): Promise<void> {
  await startJoining(page, person)
  await page.getByRole('button', { name: 'Use a passkey instead' }).click()
  await expect(page.getByRole('heading', { name: 'Join with a passkey' })).toBeFocused()
  await expect(page.getByLabel('Password')).toBeHidden()
  const terms = page.getByRole('checkbox', { name: /I’m 18 or older/ })
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(terms).toHaveAccessibleDescription('Please agree to the terms to join.')
  await terms.check()
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await page.getByLabel('Code').fill(codeIn(await mailTo(page, person.email, /Confirm your email/)))
  await expect(page.getByRole('heading', { name: 'Create your passkey' })).toBeVisible()
  await expect(page.getByText('Step 5 of 13')).toBeVisible()
}

test('someone joins with a passkey instead of a password, and signs in with nothing else', async ({ page }) => {
  const phone = await device(page)
  await joinByPasskey(page, newPerson())
  const create = page.getByRole('button', { name: 'Create passkey' })
  await phone.unlock(false)
  await create.click()
  await expect(page.getByRole('alert')).toContainText('No passkey was used.')
  // People who leave at this moment come back to it.
  await page.goto('/onboarding')
  await expect(page.getByRole('heading', { name: 'Create your passkey' })).toBeVisible()
  await phone.unlock(true)
  await create.click()
  await expect(page.getByText('Step 6 of 13')).toBeVisible()
  await expect(page).toHaveURL(/\/onboarding$/)
  await leave(page)
  await page.goto('/signin')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/onboarding$/)
  await expect(page.getByText('Step 6 of 13')).toBeVisible()
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
