import type { Locator } from '@playwright/test'
import { administrator, callsOf, signInAs, expect, inLetters, newPerson, test } from '../world.ts'

// These journeys share an administrator, whose bulk actions and saved views appear in every tab, so they run in
// sequence.
test.describe.configure({ mode: 'default' })

test('the users screen shows its cards, filters and columns, and counts what it shows', async ({ page }) => {
  await signInAs(page, administrator)
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
  await expect(table.getByRole('row').nth(3)).toBeVisible()
  await page.getByLabel('Type').selectOption('VIP')
  await expect(table.getByText('Premium').first()).toBeVisible()
  // All other members are on one of many pages.
  await page.getByLabel('Search by name or email').fill('lindqvist')
  await expect(page.getByText('No users found matching your criteria')).toBeVisible()
})

test('who is chosen while the server still searches stays chosen', async ({ page }) => {
  const mark = inLetters(`Slow${Date.now()}`)
  for (const firstName of ['Ada', 'Ben'])
    await callsOf(page).register({ body: { ...newPerson(firstName), lastName: mark } })
  await signInAs(page, administrator)
  const answer = Promise.withResolvers<void>()
  await page.route(`**/users?*search=*`, async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.goto('/users')
  await expect(page.getByText(/^Showing/)).toBeVisible()
  await page.getByLabel('Search by name or email').fill(mark)
  await page.getByLabel(`Select Ada ${mark}`).check()
  await expect(page.getByText('1 user selected')).toBeVisible()
  const narrowed = page.waitForResponse(/users\?.*search=/)
  answer.resolve()
  await (await narrowed).finished()
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeEnabled()
  await expect(page.getByText('1 user selected')).toBeVisible()
})

test('a bulk action can be undone long after its message is gone', async ({ page }) => {
  const mark = inLetters(`Later${Date.now()}`)
  const { user } = await callsOf(page).register({ body: { ...newPerson('Ada'), lastName: mark } })
  await signInAs(page, administrator)
  await page.goto(`/users?search=${mark}`)
  await page.getByLabel(`Select Ada ${mark}`).check()
  await page.getByRole('button', { name: 'Deactivate…' }).click()
  await page.getByLabel('Reason (visible to the members)').fill(mark)
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(page.getByRole('status').getByText('1 user deactivated.')).toBeVisible()
  await page.goto('/audit')
  await page.getByRole('link', { name: 'Bulk actions' }).click()
  const row = page.getByRole('row').filter({ hasText: mark })
  await expect(row.getByText('Finished')).toBeVisible()
  await expect(row.getByText('1 of 1')).toBeVisible()
  await row.getByRole('button', { name: /^Undo/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByRole('status').getByText('Undone.')).toBeVisible()
  await expect(row.getByText('Undone')).toBeVisible()
  await expect(row.getByRole('button')).toHaveCount(0)
  await page.goto(`/users/${user._id}`)
  await expect(page.getByRole('button', { name: 'Deactivate' })).toBeVisible()
})

test('the caption is above the table, also when nothing matches, and no one deactivates themselves', async ({
  page,
}) => {
  await signInAs(page, administrator)
  await page.goto(`/users?search=${administrator.email}`)
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
  const caption = page.getByText(/^Showing 1 of \d+ users$/)
  const heightOf = async (what: Locator) => (await what.boundingBox())!.y
  expect(await heightOf(caption)).toBeLessThan(await heightOf(page.getByRole('table')))
  await expect(page.getByRole('button', { name: /^Deactivate/ })).toBeDisabled()
  await page.goto('/users?search=no-one-of-this-name')
  await expect(page.getByText('No users found matching your criteria')).toBeVisible()
  await expect(page.getByText(/^Showing 0 of \d+ users$/)).toBeVisible()
})

test('invalid parameters show the whole list', async ({ page }) => {
  await signInAs(page, administrator)
  await page.goto('/users?joined=2025-02-30&age=zz&status=sleeping&complete=no')
  await expect(page.getByText(/^Showing \d+ of \d+ users$/)).toBeVisible()
})

test('views and columns are saved, and the palette finds people', async ({ page }) => {
  await signInAs(page, administrator)
  await page.goto('/users?status=inactive')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByLabel('Name for the current filters').fill('Who is out')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
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
  // The filters behind the dialog are also comboboxes.
  await page.getByRole('dialog').getByRole('combobox').fill('lindqvist')
  await page.getByRole('option', { name: /^Zoë Lindqvist/ }).click()
  await expect(page.getByRole('heading', { name: 'Zoë Lindqvist' })).toBeVisible()
})

test.describe('a failing server', () => {
  test.use({ expectedErrors: /status of 400/ })
  test('shows its message', async ({ page }) => {
    await signInAs(page, administrator)
    await page.route('**/admin/users?*', (route) =>
      route.fulfill({ status: 400, json: { message: 'The moon is full.' } }),
    )
    await page.goto('/users')
    await expect(page.getByText('Error loading users: The moon is full.')).toBeVisible()
  })
})

test('the users screen shows that it is loading', async ({ page }) => {
  await signInAs(page, administrator)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/admin/users?*', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/users')
  await expect(page.getByText('Loading users data...')).toBeVisible()
  release()
  await expect(page.getByText('Loading users data...')).toBeHidden()
})
