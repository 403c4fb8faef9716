import type { Page } from '@playwright/test'

// Tokens that have expired, whatever their time: the server refuses them alike.

type Key = 'token' | 'refreshToken'

function spoil(keys: Key[]): void {
  for (const key of keys) localStorage.setItem(key, localStorage.getItem(key)!.replace(/.{10}$/, 'AAAAAAAAAA'))
}

/** From now on. Whatever a page of the app asks next finds out: where it matters what does, open none before. */
export const expire = (page: Page, ...keys: Key[]): Promise<void> =>
  page.evaluate(`(${String(spoil)})(${JSON.stringify(keys)})`)

/** From the next press in the page on, so that nothing else finds out before what is pressed. */
export const expireWhenPressed = (page: Page, ...keys: Key[]): Promise<void> =>
  page.evaluate(
    `addEventListener('click', () => (${String(spoil)})(${JSON.stringify(keys)}), { capture: true, once: true })`,
  )
