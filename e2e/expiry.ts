import type { Page } from '@playwright/test'

// Simulates expired tokens with invalid ones, which the server refuses in the same way.

type Key = 'token' | 'refreshToken'

function spoil(keys: Key[]): void {
  for (const key of keys) localStorage.setItem(key, localStorage.getItem(key)!.replace(/.{10}$/, 'AAAAAAAAAA'))
}

/** Expires the tokens immediately. Any request of an open page may notice first. */
export const expire = (page: Page, ...keys: Key[]): Promise<void> =>
  page.evaluate(`(${String(spoil)})(${JSON.stringify(keys)})`)

/** Expires the tokens at the next click in the page, so that no earlier request notices. */
export const expireWhenPressed = (page: Page, ...keys: Key[]): Promise<void> =>
  page.evaluate(
    `addEventListener('click', () => (${String(spoil)})(${JSON.stringify(keys)}), { capture: true, once: true })`,
  )
