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
  await page.getByRole('button', { name: `Activate ${name}`, exact: true }).click()
  await page.getByRole('button', { name: 'Activate', exact: true }).click()
  await expect(page.getByRole('button', { name: `Deactivate ${name}` })).toBeEnabled()
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
