import { expect, type Locator, type Page, type Request } from '@playwright/test'

// Waits of the product that a journey skips.

/** What a page has asked the server, and not been answered. */
const asking = new WeakMap<Page, Set<Request>>()

/** Takes over the page's clock, before it is opened. */
export async function holdClock(page: Page): Promise<void> {
  const asked = new Set<Request>()
  asking.set(page, asked)
  page.on('request', (request) => void (request.url().includes('/api/') && asked.add(request)))
  page.on('requestfinished', (request) => void asked.delete(request))
  page.on('requestfailed', (request) => void asked.delete(request))
  await page.clock.install()
}

/**
 * Safe calls are tried three times, seconds apart. Here the wait is skipped: time passes only while nothing is on its way,
 * because a call that lasts too long by the page's clock has failed.
 */
export async function soon(page: Page, shown: Locator, message = ''): Promise<void> {
  const isVisible = async () => {
    if (asking.get(page)?.size === 0) await page.clock.fastForward(2000)
    return shown.isVisible()
  }
  await expect.poll(isVisible, { message, intervals: [100] }).toBe(true)
}
