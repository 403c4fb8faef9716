import type { CDPSession, Page } from '@playwright/test'
import { watchShifts } from '../measures.ts'
import { fastest, slowComputer } from '../slow-computer.ts'
import { expect, test, timed } from '../world.ts'

// The screen shown before the app's code has arrived. The limits are the product's, in milliseconds.

const FIRST_CONTENT = 1500
const LARGEST_CONTENT = 1200
/** 400 kbit/s in bytes per second, with the latency in milliseconds. */
const SLOW = { offline: false, downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 100 }
const FULL = { offline: false, downloadThroughput: -1, uploadThroughput: -1, latency: 0 }

async function throttled(page: Page): Promise<CDPSession> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.enable')
  await browser.send('Network.setCacheDisabled', { cacheDisabled: true })
  return browser
}

const timesOf = (page: Page): Promise<{ first: number; largest: number }> =>
  page.evaluate(
    () =>
      new Promise((resolve) =>
        new PerformanceObserver((list) => {
          const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity
          resolve({ first, largest: list.getEntries().at(-1)?.startTime ?? Infinity })
        }).observe({ type: 'largest-contentful-paint', buffered: true }),
      ),
  )

test(
  'a page is seen long before its code has arrived, and nothing moves when the app takes over',
  timed,
  async ({ page }) => {
    const shifts = await watchShifts(page)
    const browser = await throttled(page)
    const computer = await slowComputer(page)
    for (const [path, seen] of [
      ['/welcome', ['Meet someone who’d choose you, too', 'Join for free', 'Sign in']],
      ['/login', ['Admin Dashboard', 'Welcome Back', 'Sign In']],
    ] as const) {
      await browser.send('Network.emulateNetworkConditions', SLOW)
      const firstContent = async () => {
        await page.goto(path, { waitUntil: 'commit' })
        for (const text of seen) await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
        return (await timesOf(page)).first
      }
      expect(await fastest(FIRST_CONTENT, firstContent), path).toBeLessThan(FIRST_CONTENT)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      const { shift, moved } = await shifts()
      expect.soft(shift, `${path} moves: ${moved.join(', ')}`).toBeLessThan(0.02)
      await browser.send('Network.emulateNetworkConditions', FULL)
      await computer.slow()
      const largestContent = async () => {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        return (await timesOf(page)).largest
      }
      expect.soft(await fastest(LARGEST_CONTENT, largestContent), path).toBeLessThan(LARGEST_CONTENT)
      await computer.full()
    }
  },
)

/** Screens where text in the device's own font is most likely to wrap differently. A full proof visits all screens. */
const brokenElsewhere = [
  ['/welcome', 'ar', 768],
  ['/welcome', 'de', 390],
  ['/login', 'de', 320],
] as const

test('nothing moves when the app takes over in another language', async ({ page }) => {
  const shifts = await watchShifts(page)
  const browser = await throttled(page)
  await browser.send('Network.emulateNetworkConditions', SLOW)
  for (const [path, language, width] of process.env['PROVE'] === 'full'
    ? brokenElsewhere
    : brokenElsewhere.slice(0, 1)) {
    await page.setViewportSize({ width, height: 1024 })
    await page.goto(`${path}?lang=${language}`)
    await expect(page.locator('[data-first]')).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    const { shift, moved } = await shifts()
    expect.soft(shift, `${path} in ${language} moves: ${moved.join(', ')}`).toBeLessThan(0.02)
  }
})
