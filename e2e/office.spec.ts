import { administrator, signInAs, expect, test } from './world.ts'

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
