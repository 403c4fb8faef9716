import { administrator, signInAs, expect, clockServer, test } from '../world.ts'

test('subscriptions show revenue and churn, with a table for each chart', async ({ page }) => {
  await signInAs(page, administrator)
  await page.goto('/subscriptions')
  await page.getByRole('tab', { name: 'Charts' }).click()
  for (const name of ['Monthly revenue', 'Started and canceled', 'Churn']) {
    const figure = page.getByRole('figure', { name, exact: true })
    await figure.getByRole('button', { name: 'Show as a table' }).click()
    await expect(figure.getByRole('row')).toHaveCount(13)
  }
})

test.describe('with /home to itself', () => {
  test.use({ baseURL: `http://127.0.0.1:${clockServer.port}` })
  test('an administrator changes the figures of /home, and removes them', async ({ page }) => {
    await signInAs(page, administrator)
    const figures = page.getByRole('region', { name: 'Marketing stats' })
    const save = async () => {
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByRole('status').getByText('Saved. Your changes are live.')).toBeVisible()
    }
    await page.goto('/home')
    const shown = page.getByRole('main').getByRole('definition')
    await expect(shown).toHaveText(['50K+', '1K+', '95%', '24/7'])
    await page.goto('/configuration?section=stats')
    await figures.getByLabel('Figure', { exact: true }).first().fill('312')
    await figures.getByLabel('Label').first().fill('Members in Porto')
    await figures.getByLabel('Language').selectOption('de')
    await figures.getByLabel('Label').first().fill('Mitglieder in Porto')
    await save()
    await page.goto('/home')
    await expect(shown).toHaveText(['312', '1K+', '95%', '24/7'])
    await expect(page.getByText('Members in Porto')).toBeVisible()
    await page.goto('/home?lang=de')
    await expect(page.getByText('Mitglieder in Porto')).toBeVisible()
    await page.goto('/configuration?section=stats&lang=en')
    for (const left of [3, 2, 1, 0]) {
      await figures
        .getByRole('button', { name: /^Remove/ })
        .first()
        .click()
      await expect(figures.getByRole('listitem')).toHaveCount(left)
    }
    await save()
    await page.goto('/home')
    await expect(page.getByRole('heading', { name: 'Global Community' })).toBeVisible()
    await expect(shown).toHaveCount(0)
  })
})
