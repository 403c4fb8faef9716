import type { Page } from '@playwright/test'
import { administrator, newMember, signInAs, expect, test } from '../world.ts'

// Searches are cut to the length that the server accepts, however they are entered.

async function paste(page: Page, label: string | RegExp) {
  const field = page.getByLabel(label).first()
  await field.selectText()
  // The page retries when the server is busy.
  const answered = page.waitForResponse((answer) => answer.url().includes('mmm') && answer.status() !== 503)
  await page.keyboard.insertText('m'.repeat(300))
  await page.keyboard.press('Enter')
  expect((await answered).status()).toBe(200)
}

test('a member can’t enter a longer search than the server accepts', async ({ page }) => {
  await signInAs(page, await newMember(page))
  await page.goto('/matches')
  await paste(page, 'Search names and messages')
  await page.goto('/search')
  await paste(page, 'Keywords')
  await page.goto('/profile')
  await page.getByRole('button', { name: /^Basics/ }).click()
  await paste(page, 'City')
})

test('staff can’t enter a longer search than the server accepts', async ({ page }) => {
  await signInAs(page, administrator)
  await page.goto('/users')
  await paste(page, 'Search by name or email')
  await page.goto('/reports')
  await paste(page, 'Search reports')
  await page.goto('/audit')
  await paste(page, 'User’s name or email')
  await page.keyboard.press('Control+k')
  await paste(page, /^Search screens, settings and actions/)
})
