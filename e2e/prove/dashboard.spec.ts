import { administrator, signInAs, expect, test } from '../world.ts'

test('the dashboard shows that it is loading', async ({ page }) => {
  await signInAs(page, administrator)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/admin/statistics*', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/dashboard')
  await expect(page.getByText('Loading dashboard data...')).toBeVisible()
  release()
  await expect(page.getByText('Total Users', { exact: true })).toBeVisible()
  await expect(page.getByText('Loading dashboard data...')).toBeHidden()
})

test.describe('a failing server', () => {
  test.use({ expectedErrors: /status of (400|500)/ })
  for (const [status, body, text] of [
    [400, { message: 'The moon is full.' }, 'Error loading dashboard data: The moon is full.'],
    [400, {}, 'Error loading dashboard data: An unknown error occurred'],
    [500, {}, 'Error loading dashboard data: Server error: Please try again later.'],
  ] as const)
    test(`shows its message: ${text}`, async ({ page }) => {
      await signInAs(page, administrator)
      await page.route('**/admin/statistics*', (route) => route.fulfill({ status, json: body }))
      await page.goto('/dashboard')
      await expect(page.getByText(text)).toBeVisible()
    })
})
