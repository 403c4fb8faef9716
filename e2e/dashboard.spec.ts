import { administrator, signInAs, expect, test } from './world.ts'

test('the dashboard shows its cards, charts, lists and the five newest users', async ({ page }) => {
  await signInAs(page, administrator)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible()
  const figures = page.getByRole('region', { name: 'Stats' })
  for (const name of ['Total Users', 'VIP Users', 'Active Users', 'New This Month'])
    await expect(figures.getByText(name, { exact: true })).toBeVisible()
  for (const name of ['User Growth', 'Gender Distribution', 'Age Distribution']) {
    const figure = page.getByRole('figure', { name })
    await expect(figure.locator('svg[data-chart]')).toBeVisible()
    expect((await figure.locator('[data-plot]').boundingBox())?.height).toBe(300)
  }
  for (const bucket of ['18-25', '26-35', '36-45', '46-55', '56+'])
    await expect(page.getByRole('figure', { name: 'Age Distribution' }).getByText(bucket)).toBeVisible()
  await expect(page.getByRole('figure', { name: 'Gender Distribution' }).getByText(/^Not-specified/)).toBeVisible()
  const overview = page.getByRole('region', { name: 'User Status Overview' })
  for (const line of ['Active', 'Online', 'VIP', 'New this month', 'Profile completion', 'Email verified'])
    await expect(overview.getByText(line, { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Recent Users' }).getByRole('row')).toHaveCount(6)
})

test('stats and bars link to the lists they count, and charts can be downloaded and change their period', async ({
  page,
}) => {
  await signInAs(page, administrator)
  await page.goto('/dashboard')
  const ages = page.getByRole('figure', { name: 'Age Distribution' })
  // No member in other journeys has this age.
  const bar = ages.getByRole('link', { name: /^46-55/ })
  const [, count] = /: (\d+)$/.exec((await bar.getAttribute('aria-label'))!)!
  await bar.click()
  await expect(page).toHaveURL(/age=46-55/)
  await expect(page.getByText(new RegExp(`^Showing ${count} of`))).toBeVisible()
  await page.goBack()
  for (const [item, name] of [
    ['Data (CSV)', 'Age Distribution.csv'],
    ['Image (PNG)', 'Age Distribution.png'],
  ] as const) {
    await page.getByRole('button', { name: 'Download: Age Distribution' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: item }).click()
    expect((await download).suggestedFilename()).toBe(name)
  }
  await page.getByLabel('Time range').selectOption('12 months')
  const growth = page.getByRole('figure', { name: 'User Growth' })
  await expect(growth.locator('svg[data-chart] a')).toHaveCount(24)
  await page.getByLabel('Time range').selectOption('30 days')
  await expect(growth.locator('svg[data-chart] a')).toHaveCount(60)
})
