import type { Page } from '@playwright/test'
import { answerOnce, codeIn, newPerson, startJoining, expect, mailTo } from './world.ts'

/** An authenticator whose owner unlocks it or refuses. */
export async function device(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    unlock: (isUserVerified: boolean) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    forget: () => cdp.send('WebAuthn.clearCredentials', { authenticatorId }),
  }
}

export const panel = (page: Page) => page.getByRole('region', { name: 'Passkeys' })

export async function addPasskey(page: Page): Promise<void> {
  await page.goto('/settings#passkeys')
  await panel(page).getByRole('button', { name: 'Add passkey' }).click()
  await expect(page.getByText('Passkey added.')).toBeVisible()
}

export async function addNamedPasskey(page: Page, name: string): Promise<void> {
  await addPasskey(page)
  const row = panel(page).getByRole('listitem').first()
  await row.getByRole('button', { name: 'Rename' }).click()
  await row.getByLabel('Name').fill(name)
  await row.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText(name)
}

/**
 * Signs out by clearing the storage, while the authenticator keeps its passkeys. An open page of the app could restore
 * its session, so it is left first.
 */
export async function leave(page: Page): Promise<void> {
  await page.goto('/healthz')
  await page.evaluate(() => localStorage.clear())
}

/** Refuses one request, as the server does when the last confirmation is too old. */
export const refuseOnce = (page: Page) =>
  answerOnce(page, '/auth/passkeys/*', {
    status: 403,
    json: { message: 'Confirm it’s you.', code: 'step_up_required', requestId: 'x' },
  })

/** Joins with a passkey, up to the screen that creates it. */
export async function joinByPasskey(page: Page, person: ReturnType<typeof newPerson>): Promise<void> {
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
