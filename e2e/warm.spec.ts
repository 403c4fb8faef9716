import type { Page } from '@playwright/test'
import { expect, main, test } from './world.ts'

// The journeys of a worker share one page (warm.ts), and must not see what an earlier journey left. The journeys of a
// group run one after another in the same worker, so each checks for traces of the previous one.

let before: Page | undefined

const found = (page: Page) =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const files: string[] = []
    for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name)
    const sizes = [window.innerWidth, window.innerHeight]
    const seen = { files, sizes, name: window.name, history: history.length, cookies: document.cookie }
    const hovered = [...document.querySelectorAll('body :hover')].length
    return {
      ...seen,
      hovered,
      local: localStorage.length,
      session: sessionStorage.length,
      databases: databases.length,
      caches: await caches.keys(),
    }
  })

const nothing = {
  files: [],
  sizes: [1440, 900],
  name: '',
  history: 1,
  cookies: '',
  hovered: 0,
  local: 0,
  session: 0,
  databases: 0,
  caches: [],
}

test.describe.serial('the next journey finds no traces of the one before', () => {
  let requests = 0
  let routed = 0

  test('in its storages, cookies, history, window, listeners and routes', async ({ page }) => {
    before = page
    page.on('request', (request) => request.url().endsWith('/robots.txt') && requests++)
    await page.route('**/robots.txt', (route) => route.fulfill({ body: String(++routed) }))
    await page.context().addCookies([{ name: 'left', value: 'yes', url: main.url, httpOnly: true }])
    await page.setViewportSize({ width: 500, height: 500 })
    await page.goto('/robots.txt')
    expect([requests, routed]).toEqual([1, 1])
    await page.goto('/login')
    await page.goto('/join')
    await page.evaluate(async () => {
      Object.assign(window, { name: 'left' })
      document.cookie = 'seen=yes'
      localStorage.setItem('left', 'yes')
      sessionStorage.setItem('left', 'yes')
      history.pushState(null, '', '/login')
      await caches.open('left').then((cache) => cache.put('/left', new Response('yes')))
      await (await navigator.storage.getDirectory()).getFileHandle('left', { create: true })
      await new Promise((resolve) => indexedDB.open('left').addEventListener('success', resolve))
    })
    await page.getByRole('button').first().hover()
    const { sizes: _, history: steps, cookies, ...left } = await found(page)
    expect(left).toEqual({
      files: ['left'],
      name: 'left',
      hovered: expect.any(Number),
      local: expect.any(Number),
      session: expect.any(Number),
      databases: 1,
      caches: ['left'],
    })
    expect(steps).toBeGreaterThan(3)
    expect(cookies).toContain('seen=yes')
    requests = 0
  })

  test('which has the same page, and adds an init script', async ({ page }) => {
    expect(page).toBe(before)
    await page.goto('/robots.txt')
    expect(await found(page)).toEqual(nothing)
    expect(await page.context().cookies()).toEqual([])
    expect(await page.getByText('User-agent').count()).toBe(1)
    expect([requests, routed]).toEqual([0, 1])
    await page.addInitScript(() => Object.assign(window, { left: true }))
  })

  test('which cannot be taken back, so the next has another page, and opens a second', async ({ page, context }) => {
    expect(page).not.toBe(before)
    before = page
    await page.goto('/robots.txt')
    expect(await page.evaluate(() => 'left' in window)).toBe(false)
    await context.newPage()
  })

  test('whose context ends as well, and the next stops the clock', async ({ page, context }) => {
    expect(page).not.toBe(before)
    expect(context.pages()).toEqual([page])
    before = page
    await page.clock.setFixedTime(0)
  })

  test('which the next one uses, too', async ({ page, browser }) => {
    expect(page).not.toBe(before)
    await page.goto('/robots.txt')
    expect(await page.evaluate(() => Date.now())).toBeGreaterThan(0)
    expect(browser.contexts()).toHaveLength(1)
  })

  test.describe('a first visit', () => {
    test.use({ isFirstVisit: true })
    test('has a page of its own', async ({ page, browser }) => {
      expect(page).not.toBe(before)
      expect(browser.contexts()).toHaveLength(2)
    })
  })
})
