import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { administrator, newMember, signInAs, expect, inLetters, test } from '../world.ts'

/** The bytes that a page downloads from now on, by compressed size. */
async function downloads(page: Page): Promise<Map<string, number>> {
  const browser = await page.context().newCDPSession(page)
  const urls = new Map<string, string>()
  const sizes = new Map<string, number>()
  browser.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url))
  browser.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    sizes.set(urls.get(requestId) ?? requestId, encodedDataLength),
  )
  await browser.send('Network.enable')
  await browser.send('Network.clearBrowserCache')
  return sizes
}

test('a first visit to the list of users downloads at most 300 kB, with small portraits', async ({ page }) => {
  // Other journeys keep adding users, so the list is filtered to the ones created here.
  const firstName = `Wim${inLetters(randomUUID().slice(0, 8)).replaceAll('-', '')}`
  for (let nth = 0; nth < 12; nth++) await newMember(page, { firstName })
  await signInAs(page, administrator)
  const sizes = await downloads(page)
  await page.goto(`/users?search=${firstName}`)
  await expect(page.getByText(/^Showing/)).toBeVisible()
  const portraits = () => [...sizes.keys()].filter((url) => url.includes('/pictures/'))
  await expect.poll(() => portraits().length).toBe(12)
  await page.waitForLoadState('networkidle')
  expect(portraits().filter((url) => !url.includes('/tiny?'))).toEqual([])
  const heaviest = [...sizes].toSorted(([, a], [, b]) => b - a).slice(0, 5)
  const sum = [...sizes.values()].reduce((all, size) => all + size, 0)
  expect(sum, `the heaviest: ${JSON.stringify(heaviest)}`).toBeLessThan(300_000)
})
