import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { administrator, demoMember, enter, expect, giveReason, test } from './world.ts'
import { screens } from './screens.ts'

// Every screen in both themes: accessibility, keyboard, layout shifts and console errors.

/** Buttons whose label takes more than a line, or more room than they have. */
const brokenLabels = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const lines = (button: Element) => {
      const range = document.createRange()
      const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT)
      const tops = new Set<number>()
      while (texts.nextNode()) {
        range.selectNodeContents(texts.currentNode)
        for (const { top, width } of range.getClientRects()) if (width > 1) tops.add(Math.round(top / 8))
      }
      return tops.size
    }
    return [...document.querySelectorAll('.button_button')]
      .filter((button) => lines(button) > 1 || button.scrollWidth > button.clientWidth + 1)
      .map(({ textContent }) => textContent)
  })

/** Light on desktop and dark on the phone, which covers both themes and sizes in half the time. */
async function audit(page: Page, project: string, paths: readonly string[]) {
  test.setTimeout(300_000)
  await page.emulateMedia({ colorScheme: project === 'phone' ? 'dark' : 'light' })
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze()
    expect(violations.map(({ id, nodes }) => `${path}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(await brokenLabels(page), path).toEqual([])
    expect(`${path} scrolls sideways by ${sideways}`).toBe(`${path} scrolls sideways by 0`)
  }
}

for (const [who, paths] of Object.entries(screens))
  test(`axe finds no problems on the screens of a ${who}`, async ({ page }, { project }) => {
    if (who === 'member') await enter(page, demoMember)
    if (who === 'administrator') await enter(page, administrator)
    await audit(page, project.name, paths)
    if (who === 'administrator') {
      // The search leaves out everyone that other journeys add.
      await page.goto('/users?search=Lindqvist')
      await page.getByRole('link', { name: 'Zoë Lindqvist' }).click()
      await giveReason(page)
      await expect(page.getByRole('heading', { name: 'Zoë Lindqvist' })).toBeVisible()
      await audit(page, project.name, [new URL(page.url()).pathname])
    }
  })

test.describe('an invalid mailed link', () => {
  test.use({ mayComplain: /status of 400/ })
  test('leads to pages without axe problems', async ({ page }, { project }) => {
    await audit(page, project.name, ['/settings/email', '/settings/email/undo'])
  })
})

test('the first pages load without layout shifts', async ({ page }) => {
  for (const path of ['/welcome', '/login', '/join']) {
    await page.addInitScript(() => {
      const seen = window as unknown as { shift: number }
      seen.shift = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
          if (!entry.hadRecentInput) seen.shift += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift), path).toBeLessThan(0.05)
  }
})

test('signing in and out works by keyboard alone', async ({ page }) => {
  await page.goto('/signin')
  await page.getByLabel('Email').focus()
  await page.keyboard.type(demoMember.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(demoMember.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/home$/)
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/welcome$/)
})

test("the ten questions open and close by keyboard, and each answer's links work", async ({ page }) => {
  await page.goto('/faqs')
  const questions = page.locator('details')
  await expect(questions).toHaveCount(10)
  for (const question of await questions.all()) {
    await question.locator('summary').focus()
    await page.keyboard.press('Enter')
    await expect(question).toHaveAttribute('open', '')
  }
  await expect(page.getByText('monthly, quarterly, annual')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Contact Support' })).toHaveAttribute(
    'href',
    'mailto:support@kindred.example',
  )
})

test('the privacy policy has its eight sections, date and contact', async ({ page }) => {
  await page.goto('/privacy')
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(8)
  await expect(page.getByText('Oct 20, 2025')).toBeVisible()
  await expect(page.getByText('not for people under 18')).toBeVisible()
  await expect(page.getByRole('link', { name: /Contact Support/ })).toHaveAttribute(
    'href',
    'mailto:support@kindred.example',
  )
})

test('the home page has its hero, features, figures and footer', async ({ page }) => {
  await enter(page, demoMember)
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

test('the first tab stop skips the navigation', async ({ page }) => {
  await page.goto('/faqs')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.locator('summary').first()).toBeFocused()
})

test('the command palette opens by key, searches parts of names, and closes', async ({ page }) => {
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
  await page.keyboard.type('nothing like it')
  await expect(page.getByText('Nothing by that name')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
})

test('dialogs, sheets and menus of the kit trap focus, close on Escape, and restore focus', async ({ page }) => {
  await page.goto('/dev/kit')
  for (const name of ['Dialog', 'Sheet', 'Menu']) {
    const opener = page.getByRole('button', { name, exact: true })
    await opener.focus()
    await page.keyboard.press('Enter')
    const over = page.getByRole(name === 'Menu' ? 'menu' : 'dialog')
    await expect(over).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(over).toBeHidden()
    await expect(opener).toBeFocused()
  }
})

test("a chart's figures are also available as a table", async ({ page }) => {
  await page.goto('/dev/kit')
  const figure = page.getByRole('figure', { name: 'Bars' })
  await expect(figure.getByRole('img')).toBeVisible()
  await figure.getByRole('button', { name: 'Show as a table' }).click()
  await expect(figure.getByRole('row', { name: 'Nov 412 66' })).toBeVisible()
})

test("the member app's menu has the links of the public footer", async ({ page }) => {
  await enter(page, demoMember)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'More' }).press('Enter')
  const items = ['FAQs', 'Help Center', 'Safety Tips', 'Privacy Policy', 'Terms', 'Community rules', 'Contact Us']
  for (const name of items) await expect(page.getByRole('menuitem', { name })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Safety Tips' }).press('Enter')
  await expect(page).toHaveURL(/\/safety$/)
})

test('a page loaded from an older version says so, and reloads on request', async ({ page }) => {
  await enter(page, administrator)
  await page.goto('/audit')
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible()
  await expect(page.getByText('A new version is available.')).toHaveCount(0)
  await page.route('**/api/v1/status', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...((await answer.json()) as object), build: 'newer' } })
  })
  await page.reload()
  await expect(page.getByText('A new version is available.')).toBeVisible()
  await page.unroute('**/api/v1/status')
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible()
  await expect(page.getByText('A new version is available.')).toHaveCount(0)
})
