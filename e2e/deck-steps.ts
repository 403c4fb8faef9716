import type { Page } from '@playwright/test'
import { newMember, signInAs, expect } from './world.ts'

/** A member with a deck of several men. The journeys that use this function add only men, too. */
export async function atDeck(page: Page, others: readonly string[]) {
  const wants = { gender: 'woman', interestedIn: ['man'], location: { city: 'Porto', country: 'Portugal' } }
  for (const firstName of others)
    await newMember(page, { firstName }, { ...wants, gender: 'man', interestedIn: ['woman'] })
  await signInAs(page, await newMember(page, {}, wants))
  await page.goto('/discover')
  const card = page.getByRole('article')
  await expect(card).toBeVisible()
  // Elements behind a dialog have no role, so they count as hidden.
  const whole = page.getByRole('article', { includeHidden: true }).locator('h2 a')
  const places = page.getByRole('navigation', { name: 'Main' })
  return { card, whole, places, shown: async () => (await whole.getAttribute('href'))! }
}
