import { administrator, enter, expect, test } from './world.ts'

test('staff compare photos that two accounts use and mark a fake, by keyboard', async ({ page }) => {
  await enter(page, administrator)
  await page.goto('/dashboard')
  await page
    .getByRole('region', { name: 'To do' })
    .getByRole('link', { name: /^Same photos [1-9]/ })
    .click()
  await expect(page.getByRole('tab', { name: 'Same photo' })).toHaveAttribute('aria-selected', 'true')
  const cases = page.getByRole('main').getByRole('region')
  const both = cases.filter({ has: page.getByRole('heading', { name: 'Another account uses this photo' }) })
  await expect(both).toHaveCount(1)
  const name = (await both.getAttribute('aria-label'))!
  const photo = both.getByRole('img', { name: `${name}’s photo`, exact: true })
  await page.keyboard.press('j')
  await expect(both).toHaveAttribute('aria-current', 'true')
  await expect(photo).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(photo).toBeVisible()
  await page.keyboard.press('x')
  await expect(both).toHaveCount(0)
  // A mistake is corrected.
  await page.getByLabel('Show', { exact: true }).selectOption('All')
  await expect(both).toContainText('Dismissed by First Administrator')
  await both.getByRole('button', { name: 'Fake …' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Mark ${name}’s photo as fake?` })
  await dialog.getByLabel(/^Note/).fill('A model from a catalog.')
  await dialog.getByRole('button', { name: 'Mark as fake' }).press('Enter')
  await expect(both).toContainText('Fake, decided by First Administrator')
  await page.getByRole('tab', { name: 'Known fakes' }).click()
  await expect(page).toHaveURL(/view=listed/)
  const entry = page.getByRole('listitem').filter({ hasText: 'A model from a catalog.' })
  await expect(entry).toContainText('6666666666666666')
  // Ends as it began.
  await entry.getByRole('button', { name: 'Remove A model from a catalog.' }).click()
  await expect(entry).toHaveCount(0)
})
