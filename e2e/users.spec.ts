import { administrator, callsOf, enter, expect, somebody, test } from './world.ts'

test('the users screen shows its cards, filters and columns, and counts what it shows', async ({ page }) => {
  await enter(page, administrator)
  await page.goto('/users')
  await expect(page.getByRole('heading', { name: 'Users Management' })).toBeVisible()
  const table = page.getByRole('table')
  for (const name of ['User', 'Contact', 'Join Date', 'Last Active', 'Status', 'Subscription', 'Actions'])
    await expect(table.getByRole('columnheader', { name, exact: true })).toBeVisible()
  await expect(page.getByText(/^Showing \d+ of \d+ users$/)).toBeVisible()
  await page.getByLabel('Search by name or email').fill('lindqvist')
  await page.keyboard.press('Enter')
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table.getByText('Zoë Lindqvist')).toBeVisible()
  await expect(page).toHaveURL(/search=lindqvist/)
  await page.getByLabel('Search by name or email').fill('nobody is called like this')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByText('No users found matching your criteria')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(table.getByText('Zoë Lindqvist')).toBeVisible()
  await page.getByLabel('Type').selectOption('VIP')
  await expect(table.getByText('Zoë Lindqvist')).toBeHidden()
  await expect(table.getByText('Premium').first()).toBeVisible()
})

test('one user is looked at, taken out with a reason, and let back in', async ({ page }) => {
  const person = { ...somebody(), lastName: `Quist${Date.now()}` }
  await callsOf(page).register({ body: person })
  await enter(page, administrator)
  await page.goto(`/users?search=${person.email}`)
  const name = `${person.firstName} ${person.lastName}`
  await expect(page.getByText('Unverified')).toBeVisible()
  await page.getByRole('button', { name: `View ${name}` }).click()
  const modal = page.getByRole('dialog', { name })
  for (const text of [person.email, 'Profile complete', '32'])
    await expect(modal.getByText(text, { exact: true })).toBeVisible()
  await modal
    .getByRole('contentinfo')
    .getByRole('button', { name: 'Close' })
    .or(modal.locator('footer').getByRole('button', { name: 'Close' }))
    .first()
    .click()
  await expect(page.getByRole('button', { name: `Activate ${name}`, exact: true })).toBeDisabled()
  await page.getByRole('button', { name: `Deactivate ${name}` }).click()
  await page.getByLabel(/Reason, shown to the member/).fill('Selling things.')
  await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(page.getByRole('status').getByText(`${name} is deactivated.`)).toBeVisible()
  await expect(page.getByRole('table').getByText('Inactive')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('status').getByText('Taken back.')).toBeVisible()
  await expect(page.getByRole('button', { name: `Deactivate ${name}` })).toBeEnabled()
})

test('several are chosen by the keyboard, what would come of it is told, and it is taken back', async ({ page }) => {
  const mark = `Zug${Date.now()}`
  for (const firstName of ['Ada', 'Ben'])
    await callsOf(page).register({ body: { ...somebody(firstName), lastName: mark } })
  await enter(page, administrator)
  await page.goto('/users')
  await expect(page.getByText(/^Showing/)).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(mark)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Showing 2 of/)).toBeVisible()
  await page.keyboard.press('Escape')
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
  await expect(page.getByText('2 users chosen')).toBeVisible()
  await page.getByRole('button', { name: 'Deactivate …' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('It concerns 2 users.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(page.getByRole('status').getByText('2 deactivated.')).toBeVisible()
  await expect(page.getByRole('table').getByText('Inactive')).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('table').getByText('Inactive')).toHaveCount(0)
  await page.getByLabel(`Choose Ada ${mark}`).focus()
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('heading', { name: `Ada ${mark}` }).or(page.getByRole('heading', { name: `Ben ${mark}` })),
  ).toBeVisible()
})

test('what was decided about many can be taken back long after its message is gone', async ({ page }) => {
  const mark = `Later${Date.now().toString(36)}`
  const { user } = await callsOf(page).register({ body: { ...somebody('Ada'), lastName: mark } })
  await enter(page, administrator)
  await page.goto(`/users?search=${mark}`)
  await page.getByLabel(`Choose Ada ${mark}`).check()
  await page.getByRole('button', { name: 'Deactivate …' }).click()
  await page.getByLabel('Reason, shown to the members').fill(mark)
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(page.getByRole('status').getByText('1 deactivated.')).toBeVisible()
  await page.goto('/audit')
  await page.getByRole('link', { name: 'Decisions about many' }).click()
  const row = page.getByRole('row').filter({ hasText: mark })
  await expect(row.getByText('Finished')).toBeVisible()
  await expect(row.getByText('1 of 1')).toBeVisible()
  await row.getByRole('button', { name: /^Take back/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take back', exact: true }).click()
  await expect(page.getByRole('status').getByText('Taken back.')).toBeVisible()
  await expect(row.getByText('Taken back')).toBeVisible()
  await expect(row.getByRole('button')).toHaveCount(0)
  await page.goto(`/users/${user._id}`)
  await expect(page.getByRole('button', { name: 'Deactivate' })).toBeVisible()
})

test('the page of a user tells everything, and what is hidden for a reason only', async ({ page }) => {
  await enter(page, administrator)
  await page.goto('/users?search=lindqvist')
  await page.getByRole('link', { name: 'Zoë Lindqvist' }).click()
  await expect(page.getByRole('heading', { name: 'Zoë Lindqvist' })).toBeVisible()
  for (const name of ['Profile', 'Facts', 'Reports', 'What was done', 'Subscription', 'Sign-ins'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await expect(page.getByText('•••••')).toBeVisible()
  await page.getByLabel('Why do you need what is hidden?').fill('A court asks.')
  await page.getByRole('button', { name: 'Show what is hidden' }).click()
  await expect(page.getByText('•••••')).toBeHidden()
  await page.getByRole('link', { name: 'All of it in the audit log' }).click()
  await expect(page.getByText('A court asks.').first()).toBeVisible()
})

test('an address that says nonsense shows the whole list', async ({ page }) => {
  await enter(page, administrator)
  await page.goto('/users?joined=2025-02-30&age=zz&status=sleeping&complete=no')
  await expect(page.getByText(/^Showing \d+ of \d+ users$/)).toBeVisible()
})

test('views and columns are kept, and the palette finds people', async ({ page }) => {
  await enter(page, administrator)
  await page.goto('/users?status=inactive')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByLabel(/Keep the filters/).fill('Who is out')
  await page.getByRole('button', { name: 'Keep' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByLabel('Contact').uncheck()
  await page.keyboard.press('Escape')
  await page.goto('/users')
  await expect(page.getByRole('columnheader', { name: 'Join Date' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Contact' })).toBeHidden()
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Who is out', exact: true }).click()
  await expect(page).toHaveURL(/status=inactive/)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('lindqvist')
  await page.getByRole('option', { name: /Zoë Lindqvist/ }).click()
  await expect(page.getByRole('heading', { name: 'Zoë Lindqvist' })).toBeVisible()
})

test.describe('a failing server', () => {
  test.use({ mayComplain: /status of 400/ })
  test('is told in its words', async ({ page }) => {
    await enter(page, administrator)
    await page.route('**/admin/users?*', (route) =>
      route.fulfill({ status: 400, json: { message: 'The moon is full.' } }),
    )
    await page.goto('/users')
    await expect(page.getByText('Error loading users: The moon is full.')).toBeVisible()
  })
})

test('while users load it says so', async ({ page }) => {
  await enter(page, administrator)
  let go = () => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  await page.route('**/admin/users?*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/users')
  await expect(page.getByText('Loading users data...')).toBeVisible()
  go()
  await expect(page.getByText('Loading users data...')).toBeHidden()
})

test('typing narrows at once, and nobody else stands beside what is typed', async ({ page }) => {
  await enter(page, administrator)
  await page.goto('/users')
  const rows = page.getByRole('table', { name: 'Users' }).getByRole('row')
  await expect(rows.nth(3)).toBeVisible()
  const late = Promise.withResolvers<void>()
  await page.route(/\/admin\/users\?.*search=/, async (route) => {
    await late.promise
    await route.continue()
  })
  await page.getByLabel('Search by name or email').pressSequentially('lindq')
  // From what is loaded already, before the server has answered.
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('Lindqvist')
  await page.getByLabel('Search by name or email').pressSequentially('xyz')
  await expect(rows).toHaveCount(0)
  late.resolve()
  await expect(page.getByText('No users found matching your criteria')).toBeVisible()
})

test('the bar and its name fit at every width; verified and unverified are badges', async ({ page }) => {
  await enter(page, administrator)
  await page.goto('/users')
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  for (const width of [320, 390, 600, 861, 960, 1060, 1180, 1181, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const bar = page.getByRole('banner')
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBeLessThanOrEqual(width)
    await expect(bar.getByRole('button', { name: 'Logout' }), `${width}`).toBeInViewport({ ratio: 1 })
    await expect(bar.getByTitle(administrator.email), `${width}`).toBeInViewport({ ratio: 1 })
  }
  const verified = page.getByRole('table').getByText('Verified', { exact: true }).first()
  expect(await verified.evaluate((badge) => getComputedStyle(badge).backgroundColor)).not.toBe('rgba(0, 0, 0, 0)')
  await page.goto('/home')
  const name = await page.evaluate(() => (JSON.parse(localStorage.getItem('user')!) as { name: string }).name)
  for (const width of [320, 390, 640, 900]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBeLessThanOrEqual(width)
    await expect(page.getByRole('banner').getByTitle(name), `${width}`).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Logout' }), `${width}`).toBeInViewport({ ratio: 1 })
  }
})
