import type { Locator, Page } from '@playwright/test'
import { takeOverClock, expectSoon } from '../controlled-clock.ts'
import { administrator, signInAs, expect, giveReason, test } from '../world.ts'

/** The look of the back office: small type, tight corners, and buttons that aren't pills. */
const looks = (dialog: Locator) =>
  dialog.evaluate((element) => ({
    text: getComputedStyle(element).fontSize,
    corner: getComputedStyle(element).borderRadius,
    button: getComputedStyle([...element.querySelectorAll('footer button')].at(-1) ?? element).borderRadius,
  }))

async function expectOffice(page: Page, name: RegExp | string, hasFooter = true): Promise<void> {
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog).toBeVisible()
  expect(await looks(dialog), String(name)).toEqual({
    text: '14px',
    corner: '12px',
    button: hasFooter ? '8px' : '12px',
  })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

test('every dialog of the back office looks like the back office, and none does after leaving it', async ({ page }) => {
  await signInAs(page, administrator)
  await page.goto('/users?search=lindqvist')
  for (const [button, dialog, hasFooter] of [
    [/^Views/, 'Saved views', false],
    [/^Columns/, /Columns/, false],
    [/^Deactivate Zoë/, /Deactivate Zoë/, true],
    [/^View Zoë/, /Zoë Lindqvist/, true],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    await expectOffice(page, dialog, hasFooter)
  }
  await page.keyboard.press('Control+k')
  await expectOffice(page, 'Go to', false)
  await page.getByRole('link', { name: 'Zoë Lindqvist' }).click()
  await page.getByRole('button', { name: 'Show private data' }).click()
  await expect(page.getByRole('button', { name: 'A member asked us' })).toBeFocused()
  expect(await looks(page.getByRole('dialog'))).toEqual({ text: '14px', corner: '12px', button: '8px' })
  await giveReason(page)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Make an administrator…' }).click()
  await expectOffice(page, /administrator/)
  await page.goto('/reports')
  await page
    .getByRole('button', { name: /^Reply to/ })
    .first()
    .click()
  await expectOffice(page, /Reply to report/)
  await page.getByRole('link', { name: 'Kindred Admin' }).click()
  await expect(page).toHaveURL(/settings/)
  await expect(page.locator('body')).toHaveCSS('font-size', '16px')
})

test('every filter of the back office shows a label of its own', async ({ page }) => {
  await signInAs(page, administrator)
  for (const path of ['/users', '/reports', '/subscriptions', '/audit']) {
    await page.goto(path)
    const more = page.getByRole('main').getByRole('button', { name: 'More filters' })
    await expect(page.getByRole('table').first()).toBeVisible()
    if ((await more.count()) > 0) await more.click()
    const filters = page.getByRole('main').locator('section select, section input[type=date]')
    await expect(filters.first()).toBeVisible()
    const labels = await filters.evaluateAll((fields) =>
      fields.map((field) => {
        const label = field instanceof HTMLSelectElement || field instanceof HTMLInputElement ? field.labels?.[0] : null
        const { width = 0, height = 0 } = label?.getBoundingClientRect() ?? {}
        return width > 1 && height > 1 ? label?.innerText.trim().split('\n')[0] : ''
      }),
    )
    expect(labels.filter(Boolean), path).toHaveLength(labels.length)
    expect(new Set(labels).size, `${path}: ${labels.join(', ')}`).toBe(labels.length)
  }
})

test('rows come first: figures, filters and a head leave room for many of them', async ({ page }) => {
  await signInAs(page, administrator)
  for (const [width, height, rows] of [
    [1440, 900, 15],
    [1024, 768, 8],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const path of ['/users', '/reports']) {
      await page.goto(path)
      const table = page.getByRole('table').first()
      await expect(table.getByRole('row').nth(rows)).toBeInViewport()
      const last = (await table.getByRole('row').nth(rows).boundingBox())!
      expect(last.y + last.height, `${path} at ${width}`).toBeLessThanOrEqual(height)
      expect((await table.getByRole('row').nth(1).boundingBox())!.height, path).toBe(40)
      expect((await page.getByRole('group', { name: 'Stats' }).boundingBox())!.height, path).toBe(48)
      const search = (await page.getByRole('search').getByRole('textbox').boundingBox())!
      const more = page.getByRole('main').getByRole('button', { name: /^More filters/ })
      if ((await more.count()) > 0) expect((await more.boundingBox())!.y, path).toBeCloseTo(search.y, 0)
    }
    await page.goto('/dashboard')
    for (const name of ['Total Users', 'VIP Users', 'Active Users', 'New This Month'])
      await expect(page.getByText(name, { exact: true }).first()).toBeInViewport({ ratio: 1 })
  }
  await page.goto('/reports?order=priority')
  await page.getByRole('button', { name: 'More filters: 1' }).click()
  const more = page.getByRole('dialog', { name: 'More filters' })
  await expect(more.getByLabel('Sort by')).toHaveValue('priority')
  await more.getByLabel('Sort by').selectOption('')
  await expect(page).toHaveURL(/\/reports$/)
})

test('reports open in the order in which they are due', async ({ page }) => {
  await signInAs(page, administrator)
  await page.goto('/reports')
  const marks = page.getByRole('table').getByText(/overdue$|^due in/)
  await expect(marks.first()).toBeVisible()
  const hours = (await marks.allTextContents()).map((text) => {
    const [, count, unit] = /(\d+) (min|hr|day)/.exec(text)!
    return Number(count) * { min: 1 / 60, hr: 1, day: 24 }[unit as 'min'] * (text.endsWith('overdue') ? -1 : 1)
  })
  expect(hours).toEqual(hours.toSorted((one, other) => one - other))
})

test.describe('a failing server', () => {
  test.use({ expectedErrors: /status of 500/ })
  test('leaves a way to load each list of the back office again', async ({ page }) => {
    await takeOverClock(page)
    await signInAs(page, administrator)
    for (const [path, call] of [
      ['/users', /\/admin\/users\?/],
      ['/reports', /\/reports\/reports\?/],
      ['/subscriptions', /\/admin\/subscriptions/],
      ['/subscriptions', /\/admin\/late-payments/],
      ['/subscriptions', /\/admin\/payment-differences/],
      ['/audit', /\/admin\/audit(\?|$)/],
    ] as const) {
      await page.route(call, (route) => route.fulfill({ status: 500, json: {} }))
      await page.goto(path)
      const retry = page.getByRole('alert').getByRole('button', { name: 'Try again' })
      await expectSoon(page, retry, path)
      await page.unrouteAll()
      await retry.click()
      await expect(page.getByRole('table').first()).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
    }
  })
})

for (const language of ['en', 'ar'])
  test(`on a phone, the menu shows where one is and leads elsewhere, in ${language}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 640 })
    await signInAs(page, administrator)
    for (const path of ['/configuration', '/dashboard', '/system']) {
      await page.goto(`${path}?lang=${language}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.locator('header button[aria-haspopup=dialog]').first().click()
      const current = page.getByRole('dialog').locator('[aria-current=page]')
      await expect(current).toBeInViewport({ ratio: 1 })
      await expect(current).toHaveAttribute('href', path)
    }
    await page.getByRole('dialog').locator('a[href="/users"]').click()
    await expect(page).toHaveURL(/\/users/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

test('the sidebar marks the open screen, and stays folded after signing in again', async ({ page }) => {
  await signInAs(page, administrator)
  const sidebar = page.getByRole('navigation', { name: 'Back office' })
  const current = sidebar.locator('[aria-current]')
  for (const [path, name, mark] of [
    ['/reports', 'Reports', 'page'],
    ['/photos', 'Photos', 'page'],
    ['/photos?view=same', 'Duplicate photos', 'page'],
    ['/photos?view=links', 'Linked accounts', 'page'],
    ['/order', 'Ranking', 'page'],
    ['/monitoring', 'Configuration', 'true'],
    ['/batches', 'Audit', 'true'],
  ] as const) {
    await page.goto(path)
    await expect(current, path).toHaveAttribute('aria-current', mark)
    await expect(current, path).toHaveAccessibleName(new RegExp(`^${name}( \\S+ (late|waiting))?$`))
  }
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  const width = async () => (await sidebar.boundingBox())!.width
  expect(await width()).toBeGreaterThan(200)
  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  expect(await width()).toBeLessThan(60)
  await expect(sidebar.getByRole('link', { name: 'Configuration' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/login/)
  await signInAs(page, administrator)
  await page.goto('/users')
  await expect(page.getByRole('contentinfo')).toHaveCount(1)
  expect(await width()).toBeLessThan(60)
  await page.getByRole('button', { name: 'Expand sidebar' }).click()
  expect(await width()).toBeGreaterThan(200)
})
