import type { Page } from '@playwright/test'

// Expired tokens. The server refuses invalid ones in the same way, whatever their age.

type Key = 'token' | 'refreshToken'

function spoil(keys: Key[]): void {
  for (const key of keys) localStorage.setItem(key, localStorage.getItem(key)!.replace(/.{10}$/, 'AAAAAAAAAA'))
}

/**
 * Expires the tokens now. Any request of an open page may notice first, so open none when it matters which one does.
 */
export const expire = (page: Page, ...keys: Key[]): Promise<void> =>
  page.evaluate(`(${String(spoil)})(${JSON.stringify(keys)})`)

/** Expires the tokens at the next press in the page, so that no earlier request notices. */
export const expireWhenPressed = (page: Page, ...keys: Key[]): Promise<void> =>
  page.evaluate(
    `addEventListener('click', () => (${String(spoil)})(${JSON.stringify(keys)}), { capture: true, once: true })`,
  )
