import type { Page } from '@playwright/test'
import { expect, test } from './world.ts'

const html = (page: Page) => page.locator('html')
const german = 'Lern Menschen kennen, bei denen es auf beiden Seiten passt'
const select = (page: Page) => page.locator('select').filter({ has: page.locator('option[lang=ar]') })

test('a link opens the page in its language, and the browser keeps it', async ({ page }) => {
  await page.goto('/welcome?lang=de')
  await expect(html(page)).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('heading', { level: 1, name: german })).toBeVisible()
  await expect(page.locator('[data-first]')).toHaveCount(0)
  await expect(select(page)).toHaveValue('de')
  await page.goto('/signin')
  await expect(html(page)).toHaveAttribute('lang', 'de')
  await expect(page).toHaveTitle(/^Anmelden · /)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Willkommen zurück' })).toBeVisible()
})

test('choosing a language turns the page around at once, and typed text stays', async ({ page }) => {
  await page.goto('/join')
  await page.getByLabel('First name').fill('Amal')
  await page.getByLabel('Last name').fill('Marlowe')
  const words = page.waitForRequest(/\/words\/ar-/)
  await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'العربية' })
  await words
  await expect(html(page)).toHaveAttribute('dir', 'rtl')
  await expect(html(page)).toHaveAttribute('lang', 'ar')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\p{Script=Arabic}/u)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/name/)
  await expect(page.locator('[autocomplete=given-name]')).toHaveValue('Amal')
  await expect(page.locator('[autocomplete=family-name]')).toHaveValue('Marlowe')
  const cookies = () => page.context().cookies()
  await expect.poll(cookies).toContainEqual(expect.objectContaining({ name: 'lang', value: 'ar' }))
  await select(page).selectOption('en')
  await expect(html(page)).toHaveAttribute('dir', 'ltr')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What’s your name?')
  await expect(page.getByLabel('First name')).toHaveValue('Amal')
})
