import type { Page } from '@playwright/test'
import { answerOnce, expect } from './world.ts'

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

/** Refuses one request, as the server does when the last confirmation is too old. */
export const refuseOnce = (page: Page) =>
  answerOnce(page, '/auth/passkeys/*', {
    status: 403,
    json: { message: 'Confirm it’s you.', code: 'step_up_required', requestId: 'x' },
  })
