import { expect, type Locator, type Page, type Request } from '@playwright/test'
import { present } from '../scripts/present.ts'

/** Each page's requests that have no response yet. */
const pendingOf = new WeakMap<Page, Set<Request>>()

/** Takes over the page's clock. Must be called before the page opens. */
export async function takeOverClock(page: Page): Promise<void> {
  const pending = new Set<Request>()
  pendingOf.set(page, pending)
  page.on('request', (request) => void (request.url().includes('/api/') && pending.add(request)))
  page.on('requestfinished', (request) => void pending.delete(request))
  page.on('requestfailed', (request) => void pending.delete(request))
  await page.clock.install({ time: present() })
}

/**
 * Safe requests are tried three times, seconds apart. This skips the wait, but advances the clock only while no request
 * is pending, because a request that takes too long by the page's clock fails.
 */
export async function expectSoon(page: Page, shown: Locator, message = ''): Promise<void> {
  const isVisible = async () => {
    if (pendingOf.get(page)?.size === 0) await page.clock.fastForward(2000)
    return shown.isVisible()
  }
  await expect.poll(isVisible, { message, intervals: [100] }).toBe(true)
}
