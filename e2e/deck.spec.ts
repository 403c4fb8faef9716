import type { Page } from '@playwright/test'
import { dater, enter, expect, test } from './world.ts'

/** A member at a deck with several people, who are all men, as are the people that each journey adds. */
async function atDeck(page: Page, others: readonly string[]) {
  const wants = { gender: 'woman', interestedIn: ['man'], location: { city: 'Porto', country: 'Portugal' } }
  for (const firstName of others) await dater(page, { firstName }, { ...wants, gender: 'man', interestedIn: ['woman'] })
  await enter(page, await dater(page, {}, wants))
  await page.goto('/discover')
  const card = page.getByRole('article')
  await expect(card).toBeVisible()
  // A dialog hides what lies under it from roles.
  const whole = page.getByRole('link', { name: 'View profile', includeHidden: true })
  return { card, whole, shown: async () => (await whole.getAttribute('href'))! }
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
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('a card stays until the member acts, whatever the list does', async ({ page }) => {
  const { whole, shown } = await atDeck(page, ['Ben', 'Cem'])
  const first = await shown()
  await page.route('**/discovery?*', async (route) => {
    const response = await route.fetch()
    const { data } = await response.json()
    await route.fulfill({ response, json: { data: { ...data, people: data.people.toReversed() } } })
  })
  await page.getByRole('button', { name: 'Filters' }).click()
  const filters = page.getByRole('dialog', { name: 'Filters' })
  const reloaded = page.waitForResponse('**/discovery?*')
  await filters.getByLabel('Maximum age').selectOption('60')
  await (await reloaded).finished()
  await expect(whole).toHaveAttribute('href', first)
  await filters.getByRole('button', { name: 'Close' }).click()
  await expect(whole).not.toHaveAttribute('href', first)
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
