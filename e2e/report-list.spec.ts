import { reported, table } from './report-list-steps.ts'
import { administrator, signInAs, expect, test } from './world.ts'

// The list of reports: search, replies and errors.

test('the search follows typing, and the cross clears it', async ({ page }) => {
  const words = `Otter ${crypto.randomUUID().slice(0, 8)}`
  await reported(page, `${words} swims`)
  await signInAs(page, administrator)
  await page.goto('/reports')
  await expect(table(page)).toBeVisible()
  const search = page.getByLabel('Search reports')
  await search.fill(words)
  await expect(page).toHaveURL(/search=Otter/)
  await expect(table(page).getByRole('row')).toHaveCount(2)
  await expect(search).toBeFocused()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page).toHaveURL(/\/reports$/)
  await expect(search).toHaveValue('')
  await expect(search).toBeFocused()
})
