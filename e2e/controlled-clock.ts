import { expect, type Locator, type Page, type Request } from '@playwright/test'

/** Requests of each page that haven't been answered yet. */
const pendingOf = new WeakMap<Page, Set<Request>>()

/** Takes over the page's clock. Call it before the page opens. */
export async function takeOverClock(page: Page): Promise<void> {
  const pending = new Set<Request>()
  pendingOf.set(page, pending)
  page.on('request', (request) => void (request.url().includes('/api/') && pending.add(request)))
  page.on('requestfinished', (request) => void pending.delete(request))
  page.on('requestfailed', (request) => void pending.delete(request))
  await page.clock.install()
}

/**
 * Safe calls are tried three times, seconds apart. This skips the wait, but lets time pass only while no request is
 * under way, because a call that takes too long by the page's clock fails.
 */
export async function expectSoon(page: Page, shown: Locator, message = ''): Promise<void> {
  const isVisible = async () => {
    if (pendingOf.get(page)?.size === 0) await page.clock.fastForward(2000)
    return shown.isVisible()
  }
  await expect.poll(isVisible, { message, intervals: [100] }).toBe(true)
}
