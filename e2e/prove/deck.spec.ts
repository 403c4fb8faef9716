import type { Page } from '@playwright/test'
import { fastest, slowComputer } from '../slow-computer.ts'
import { atDeck } from '../deck-steps.ts'
import { anySize, expect, test, timed } from '../world.ts'

/** Measures the milliseconds from the next click to a frame with another name and a complete photo. */
async function nextFace(page: Page): Promise<number> {
  await page.evaluate(() => {
    const before = document.querySelector('article')
    const isThere = () => {
      const card = document.querySelector('article')
      const photo = card?.querySelector<HTMLImageElement>('figure img:last-of-type')
      return card !== before && photo?.complete && photo.naturalWidth > 0
    }
    const seen = window as unknown as { took: Promise<number> }
    seen.took = new Promise((resolve) =>
      document.addEventListener(
        'click',
        ({ timeStamp }) => {
          const look = () =>
            // Waits for the next frame, because this one has only changed the document.
            isThere()
              ? requestAnimationFrame(() => resolve(performance.now() - timeStamp))
              : requestAnimationFrame(look)
          look()
        },
        { capture: true, once: true },
      ),
    )
  })
  return page.evaluate(() => (window as unknown as { took: Promise<number> }).took)
}

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

test('the next card starts at its top, with the focus on it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 500 })
  const { card, whole, shown } = await atDeck(page, ['Ben', 'Cem'])
  const first = await shown()
  await page.evaluate(() => window.scrollTo(0, 300))
  await page.getByRole('button', { name: 'Pass', exact: true }).click()
  await expect(whole).not.toHaveAttribute('href', first)
  await expect(card).toBeFocused()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test('only the last choice can be undone, also if it was about someone set aside', anySize, async ({ page }) => {
  const { card, whole, places, shown } = await atDeck(page, ['Ben', 'Cem', 'Dov'])
  const main = page.getByRole('main')
  const aside = await shown()
  await card.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Set aside for a week' }).click()
  await expect(whole).not.toHaveAttribute('href', aside)
  const liked = await shown()
  const sent = page.waitForResponse(
    (answer) => answer.url().endsWith('/choices') && answer.request().postDataJSON().action === 'like',
  )
  await page.getByRole('button', { name: 'Like', exact: true }).click()
  await sent
  await places.getByRole('link', { name: /^Likes/ }).click()
  await page.getByRole('tab', { name: 'Later' }).click()
  await page.locator(`a[href="${aside}"]`).first().click()
  await page.getByRole('button', { name: 'Like', exact: true }).click()
  await expect(main.getByText(/^You like /)).toBeVisible()
  await expect(main.getByRole('button', { name: 'Undo' })).toBeVisible()
  await places.getByRole('link', { name: /^Likes/ }).click()
  await page.getByRole('tab', { name: 'Liked by you' }).click()
  await page.locator(`a[href="${liked}"]`).first().click()
  await expect(main.getByText(/^You like /)).toBeVisible()
  await expect(main.getByRole('button', { name: 'Undo' })).toHaveCount(0)
})

test.describe('a like that is refused', () => {
  test.use({ expectedErrors: /status of 409/ })
  test('after the member has left the deck says so, and the card returns', anySize, async ({ page }) => {
    const { whole, places, shown } = await atDeck(page, ['Ben', 'Cem'])
    const late = Promise.withResolvers<void>()
    await page.route('**/api/v1/choices', async (route) => {
      await late.promise
      await route.fulfill({ status: 409, json: { message: 'No likes left today.' } })
    })
    const person = await shown()
    await page.getByRole('button', { name: 'Like', exact: true }).click()
    await expect(whole).not.toHaveAttribute('href', person)
    await places.getByRole('link', { name: /^Matches/ }).click()
    await expect(page.getByRole('heading', { name: 'Matches', exact: true })).toBeVisible()
    late.resolve()
    await expect(page.getByText('No likes left today.')).toBeVisible()
    await places.getByRole('link', { name: 'Discover' }).click()
    await expect(whole).toHaveAttribute('href', person)
  })
})

test('a card stays until the member acts, whatever the list does', anySize, async ({ page }) => {
  const { whole, shown } = await atDeck(page, ['Ben', 'Cem'])
  const first = await shown()
  await page.route('**/discovery?*', async (route) => {
    const response = await route.fetch()
    // The app retries when the server is busy.
    if (!response.ok()) return route.fulfill({ response })
    const { data } = await response.json()
    await route.fulfill({ response, json: { data: { ...data, people: data.people.toReversed() } } })
  })
  await page.getByRole('button', { name: 'Filters' }).click()
  const filters = page.getByRole('dialog', { name: 'Filters' })
  const reloaded = page.waitForResponse('**/discovery?*')
  await filters.getByLabel('Maximum age').fill('60')
  await (await reloaded).finished()
  await expect(whole).toHaveAttribute('href', first)
  await filters.getByRole('button', { name: 'Close' }).click()
  await expect(whole).not.toHaveAttribute('href', first)
})

test('Back on Android closes a sheet and stays on the page, as Escape does', async ({ page }) => {
  await page.addInitScript(() => {
    const asked = window as unknown as { CloseWatcher: new () => EventTarget; watchers: unknown[] }
    asked.watchers = []
    asked.CloseWatcher = class extends asked.CloseWatcher {
      constructor() {
        super()
        asked.watchers.push(this)
      }
    }
  })
  await atDeck(page, ['Ben'])
  const filters = page.getByRole('dialog', { name: 'Filters' })
  const open = async () => {
    await page.getByRole('button', { name: 'Filters' }).click()
    await expect(filters.getByLabel('Maximum age')).toBeVisible()
  }
  for (const times of [1, 2]) {
    await open()
    // What Android asks the newest watcher on Back.
    const back = () =>
      page.evaluate(() =>
        (window as unknown as { watchers: { requestClose: () => void }[] }).watchers.at(-1)!.requestClose(),
      )
    await back()
    await expect(filters, `time ${times}`).toBeHidden()
  }
  await open()
  await page.keyboard.press('Escape')
  await expect(filters).toBeHidden()
  await expect(page).toHaveURL(/\/discover$/)
})

test.describe('filters whose answer is lost', () => {
  test.use({ expectedErrors: /ERR_FAILED/ })
  test('may have been saved, so the deck is refetched', anySize, async ({ page }) => {
    await atDeck(page, ['Ben'])
    await page.route('**/discovery/preferences', async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: 'Filters' }).click()
    const filters = page.getByRole('dialog', { name: 'Filters' })
    const requested = page.waitForRequest('**/discovery?*')
    await filters.getByLabel('Maximum age').fill('60')
    await requested
    await expect(filters.getByRole('alert')).toBeVisible()
    await expect(filters.getByLabel('Maximum age')).toHaveValue('60')
  })
})

test('the next page waits for a deck that is being refetched', anySize, async ({ page }) => {
  const { whole, shown } = await atDeck(page, ['Ben', 'Cem', 'Dov', 'Eli', 'Fyn'])
  // Only five people at first, so that a single swipe loads more. The rest arrive after the filters have changed.
  const people = Promise.withResolvers<void>()
  const requested: string[] = []
  await page.route('**/discovery?*', async (route) => {
    const isMore = route.request().url().includes('cursor=')
    const nth = requested.push(isMore ? 'more' : 'refetch')
    if (nth === 2) await people.promise
    const response = await route.fetch()
    if (!response.ok()) {
      // The app retries when the server is busy.
      requested.pop()
      return route.fulfill({ response })
    }
    const { data } = await response.json()
    const some = nth === 1 ? data.people.slice(0, 5) : data.people.slice(1, 2)
    await route.fulfill({ response, json: { data: { people: some, nextCursor: nth === 1 ? 'next' : null } } })
  })
  await page.reload()
  await expect(whole).toBeVisible()
  await page.getByRole('button', { name: 'Filters' }).click()
  const filters = page.getByRole('dialog', { name: 'Filters' })
  const anew = page.waitForRequest('**/discovery?*')
  await filters.getByLabel('Maximum age').fill('60')
  await anew
  await filters.getByRole('button', { name: 'Close' }).click()
  const first = await shown()
  await page.getByRole('button', { name: 'Pass', exact: true }).click()
  await expect(whole).not.toHaveAttribute('href', first)
  people.resolve()
  await (await (await anew).response())!.finished()
  await expect.poll(() => requested).toEqual(['refetch', 'refetch'])
})

test.describe('with motion', () => {
  test.use({ reducedMotion: 'no-preference' })
  test('a card that flies off does not widen the page', async ({ page }) => {
    await atDeck(page, ['Ben'])
    const widest = page.evaluate(async () => {
      let most = 0
      for (const end = performance.now() + 1000; performance.now() < end;) {
        most = Math.max(most, document.documentElement.scrollWidth - window.innerWidth)
        await new Promise(requestAnimationFrame)
      }
      return most
    })
    await page.keyboard.press('ArrowRight')
    expect(await widest).toBe(0)
  })

  test('the next face is there within 150 ms on a slow phone', timed, async ({ page }) => {
    await atDeck(page, ['Ben', 'Cem', 'Dov', 'Eli', 'Fyn', 'Gus', 'Hal', 'Ivo', 'Jan', 'Kai', 'Leo', 'Max', 'Ned'])
    await (await slowComputer(page)).slow()
    const passing = async () => {
      const next = nextFace(page)
      await page.getByRole('button', { name: 'Pass', exact: true }).click()
      return next
    }
    expect(await fastest(150, passing)).toBeLessThan(150)
  })
})

test('a name of 50 letters leaves the face and the buttons on the screen', async ({ page }) => {
  const { card, whole, shown } = await atDeck(page, ['B'.repeat(50)])
  while (!(await card.getAttribute('aria-label'))!.startsWith('BBB')) {
    const before = await shown()
    await page.getByRole('button', { name: 'Pass', exact: true }).click()
    await expect(whole).not.toHaveAttribute('href', before)
  }
  expect(await overflow(page)).toBe(0)
  for (const name of ['Pass', 'Like'])
    await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
  await whole.click()
  await expect(page).toHaveURL(/members/)
  await expect(page.getByRole('heading', { name: /BBB/ }).last()).toBeVisible()
  expect(await overflow(page)).toBe(0)
})
