import type { Page, Request, Route } from '@playwright/test'
import { withArticle } from '../screens.ts'
import { administrator, demoMember, signInAs, expect, test } from '../world.ts'

// Counts the sequential round trips of a screen. Responses are held back until the page stops sending requests, and then
// released together. Any later request depended on one of these responses.

const MAX_STEPS = 2
/** The milliseconds without a new request after which a page counts as idle while responses are held back. */
const QUIET = 500

async function stepsOf(page: Page, path: string): Promise<string[][]> {
  const held: Route[] = []
  const open = new Set<Request>()
  let last = Date.now()
  const onBegin = (request: Request) => {
    open.add(request)
    last = Date.now()
  }
  const onEnd = (request: Request) => {
    open.delete(request)
    last = Date.now()
  }
  page.on('request', onBegin).on('requestfinished', onEnd).on('requestfailed', onEnd)
  const calls = (url: URL) => url.pathname.startsWith('/api/v1/') && !url.pathname.startsWith('/api/v1/pictures/')
  await page.route(calls, (route) => void held.push(route))
  await page.goto(path, { waitUntil: 'load' })
  const steps: string[][] = []
  const isQuiet = async () => {
    if (open.size > held.length || Date.now() - last < QUIET) return false
    const before = last
    // A busy page isn't idle, even if it sends no requests.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)).then(() => {}))
    return last === before
  }
  for (;;) {
    await expect.poll(isQuiet, { intervals: [50] }).toBe(true)
    if (held.length === 0) break
    steps.push(held.map((route) => new URL(route.request().url()).pathname.replace('/api/v1', '')))
    await Promise.all(held.splice(0).map(answered))
    last = Date.now()
  }
  page.off('request', onBegin).off('requestfinished', onEnd).off('requestfailed', onEnd)
  await page.unrouteAll()
  return steps
}

async function answered(route: Route): Promise<void> {
  await route.continue()
  await route.request().response()
}

/** A busy machine may delay an independent request, so the best of several runs counts. */
async function fewestSteps(page: Page, path: string): Promise<string[][]> {
  let fewest = await stepsOf(page, path)
  for (let again = 0; again < 2 && fewest.length > MAX_STEPS; again++) {
    const steps = await stepsOf(page, path)
    if (steps.length < fewest.length) fewest = steps
  }
  return fewest
}

for (const [who, person, screens] of [
  ['member', demoMember, ['/discover', '/search', '/likes', '/matches', '/profile', '/settings', '/premium']],
  ['administrator', administrator, ['/dashboard', '/users', '/reports', '/subscriptions', '/photos', '/audit']],
] as const)
  test(`no screen of ${withArticle(who)} waits for the API more than twice in a row`, async ({ page }) => {
    await signInAs(page, person)
    for (const path of screens) {
      const steps = await fewestSteps(page, path)
      expect(steps.length, path).toBeGreaterThan(0)
      expect(steps.slice(MAX_STEPS), `${path}: ${JSON.stringify(steps)}`).toEqual([])
    }
  })
