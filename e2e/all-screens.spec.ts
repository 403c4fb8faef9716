import { screens, withArticle } from './screens.ts'
import { administrator, anySize, demoMember, signInAs, expect, test } from './world.ts'

// Behavior shared by all screens: keyboard, links, palette, dialogs, and the texts of the public pages.

const people = { visitor: undefined, member: demoMember, administrator }

for (const who of ['visitor', 'member', 'administrator'] as const)
  test(`every screen of ${withArticle(who)} opens`, async ({ page }) => {
    const person = people[who]
    if (person) await signInAs(page, person)
    for (const path of screens[who]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
    }
  })

test('signing in and out works by keyboard alone', anySize, async ({ page }) => {
  await page.goto('/signin')
  await page.getByLabel('Email').focus()
  await page.keyboard.type(demoMember.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(demoMember.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/discover$/)
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('button', { name: 'Sign out' }).press('Enter')
  await expect(page).toHaveURL(/\/welcome$/)
})

test("the ten questions open and close by keyboard, and each answer's links work", anySize, async ({ page }) => {
  await page.goto('/faqs')
  const questions = page.locator('details')
  await expect(questions).toHaveCount(10)
  for (const question of await questions.all()) {
    await question.locator('summary').focus()
    await page.keyboard.press('Enter')
    await expect(question).toHaveAttribute('open', '')
  }
  await expect(page.getByText('monthly, quarterly or annual')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Contact Support' })).toHaveAttribute(
    'href',
    'mailto:support@kindred.example',
  )
})

test('the privacy policy has its eight sections, date and contact', anySize, async ({ page }) => {
  await page.goto('/privacy')
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(8)
  await expect(page.getByText('Oct 20, 2025')).toBeVisible()
  await expect(page.getByText('not for anyone under 18')).toBeVisible()
  await expect(page.getByRole('link', { name: /Contact Support/ })).toHaveAttribute(
    'href',
    'mailto:support@kindred.example',
  )
})

test('the home page has its hero, features, figures and footer', anySize, async ({ page }) => {
  await signInAs(page, demoMember)
  await page.goto('/home')
  for (const text of ['Find Your Perfect Match', 'Safe & Secure', 'Smart Matching', 'Global Community'])
    await expect(page.getByRole('heading', { name: text })).toBeVisible()
  for (const figure of ['50K+', '1K+', '95%', '24/7']) await expect(page.getByText(figure)).toBeVisible()
  const footer = page.getByRole('contentinfo')
  for (const name of ['Home', 'FAQs', 'Privacy Policy', 'Contact Us', 'Help Center', 'Safety Tips'])
    await expect(footer.getByRole('link', { name })).toBeVisible()
  await expect(footer).toContainText('2025')
  await page.getByRole('link', { name: 'Learn More' }).click()
  await expect(page).toHaveURL(/\/faqs$/)
})

test('the command palette opens by key, searches parts of names, and closes', anySize, async ({ page }) => {
  await page.goto('/dev/kit')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search for anything' })
  await expect(field).toBeFocused()
  await page.keyboard.type('rep')
  await expect(page.getByRole('option')).toHaveText(['Reports'])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').getByText('Reports')).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('nothing like it')
  await expect(page.getByText('Nothing by that name')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
})

test(
  'dialogs, sheets and menus of the kit trap focus, close on Escape, and restore focus',
  anySize,
  async ({ page }) => {
    await page.goto('/dev/kit')
    for (const name of ['Dialog', 'Sheet', 'Menu']) {
      const opener = page.getByRole('button', { name, exact: true })
      await opener.focus()
      await page.keyboard.press('Enter')
      const over = page.getByRole(name === 'Menu' ? 'menu' : 'dialog')
      await expect(over).toBeVisible()
      await expect(over.locator(':focus')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(over).toBeHidden()
      await expect(opener).toBeFocused()
    }
  },
)
