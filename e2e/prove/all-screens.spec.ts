import { anySize, administrator, demoMember, signInAs, expect, test } from '../world.ts'

// Behavior shared by all screens: keyboard, links, palette, dialogs, and the texts of the public pages.

test('the first tab stop skips the navigation', anySize, async ({ page }) => {
  await page.goto('/faqs')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.locator('summary').first()).toBeFocused()
})

test('tabs show the focus to keyboards and not after a tap, and a sheet fills a phone to its corners', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dev/kit')
  const tab = page.getByRole('tab').last()
  await tab.click()
  await expect(tab).toBeFocused()
  await expect(tab).toHaveCSS('outline-style', 'none')
  await page.keyboard.press('ArrowLeft')
  const other = page.getByRole('tab', { selected: true })
  await expect(other).toBeFocused()
  await expect(other).toHaveCSS('outline-style', 'solid')
  await page.getByRole('button', { name: 'Sheet', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCSS('border-radius', '0px')
})

test("a chart's figures are also available as a table", anySize, async ({ page }) => {
  await page.goto('/dev/kit')
  const figure = page.getByRole('figure', { name: 'Bars' })
  await expect(figure.getByRole('img')).toBeVisible()
  await figure.getByRole('button', { name: 'Show as a table' }).click()
  await expect(figure.getByRole('row', { name: 'Nov 412 66' })).toBeVisible()
})

test('the settings lead to every page that has no tab, and end with the legal pages', async ({ page, isMobile }) => {
  await signInAs(page, demoMember)
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Settings' }).press('Enter')
  const main = page.getByRole('main')
  const linksOf = (name: string) => main.getByRole('region', { name, exact: true }).getByRole('link')
  await expect(linksOf('Your account')).toHaveText(['Premium', 'Your dates', 'Questions'])
  await expect(linksOf('Help and safety')).toHaveText([
    'Home',
    'Support',
    'Safety Tips',
    'FAQs',
    'Help Center',
    'Contact Us',
  ])
  await expect(linksOf('Legal')).toHaveText(['Privacy Policy', 'Terms', 'Community rules'])
  await expect(main.getByRole('region').last()).toHaveAccessibleName('Legal')
  // The navigation has this button on desktops, so that it is never on the screen twice.
  await expect(page.getByRole('button', { name: 'Sign out' })).toHaveCount(1)
  await expect(main.getByRole('button', { name: 'Sign out' })).toHaveCount(isMobile ? 1 : 0)
  await main.getByRole('link', { name: 'Safety Tips' }).press('Enter')
  await expect(page).toHaveURL(/\/safety$/)
})

test('a page from an older version shows a notice, and reloads on request', anySize, async ({ page }) => {
  await signInAs(page, administrator)
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
