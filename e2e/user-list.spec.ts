import { administrator, signInAs, expect, test } from './world.ts'

// The list of users: search, and its layout at every width.

test('typing filters at once, and shows only users who match', async ({ page }) => {
  await signInAs(page, administrator)
  await page.goto('/users')
  const rows = page.getByRole('table', { name: 'Users' }).getByRole('row')
  await expect(rows.nth(3)).toBeVisible()
  const late = Promise.withResolvers<void>()
  await page.route(/\/admin\/users\?.*search=/, async (route) => {
    await late.promise
    await route.continue()
  })
  await page.getByLabel('Search by name or email').pressSequentially('lindq')
  // The page filters the loaded rows before the server responds.
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('Lindqvist')
  await page.getByLabel('Search by name or email').pressSequentially('xyz')
  await expect(rows).toHaveCount(0)
  late.resolve()
  await expect(page.getByText('No users found matching your criteria')).toBeVisible()
  // The filters change faster than the page renders, as with two quick clicks on a busy machine.
  const choices = page.getByRole('region', { name: 'Users' }).getByRole('combobox')
  await choices.evaluateAll((selects: HTMLSelectElement[]) => {
    for (const [at, value] of ['inactive', 'free'].entries()) {
      selects[at]!.value = value
      selects[at]!.dispatchEvent(new Event('change', { bubbles: true }))
    }
  })
  await expect(page).toHaveURL(/search=lindqxyz&status=inactive&type=free/)
})
