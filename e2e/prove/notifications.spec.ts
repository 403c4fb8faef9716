import { administrator, newMember, signInAs, expect, test } from '../world.ts'

test('the number of notifications is the same on every page, also on the one a notification leads to', async ({
  page,
}) => {
  const [ada, ben] = [await newMember(page), await newMember(page, { firstName: 'Ben' })]
  await ben.client.choose({ body: { userId: ada.user._id, action: 'superlike' } })
  await signInAs(page, ada)
  const bell = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Notifications/ })
  for (const path of ['/discover', '/likes', '/settings', '/notifications']) {
    await page.goto(path)
    await expect(bell, path).toHaveAccessibleName('Notifications 1 new')
  }
})

test('a notification of a reply opens the reply, which then counts as read at once', async ({ page }) => {
  const ada = await newMember(page)
  const body = { problem_type: 'Bug Report', description: 'The map is upside down.' } as const
  const { report } = (await ada.client.createReport({ body })).data
  await signInAs(page, administrator)
  await page.goto(`/reports/${report._id}`)
  await page.getByRole('textbox', { name: /^Reply to/ }).fill('We have turned the map around.')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(page.getByText(/^Reply sent to/)).toBeVisible()
  await signInAs(page, ada)
  await page.goto('/support')
  const bell = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName('Notifications 1 new')
  await page.goto('/notifications')
  await expect(page.getByRole('link', { name: /We replied to your report/ })).toHaveAttribute(
    'href',
    `/support?report=${report._id}`,
  )
  await page.goto('/support')
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(page.getByText('We have turned the map around.')).toBeVisible()
  await expect(bell).toHaveAccessibleName('Notifications')
})

test.describe('marking all as read', () => {
  test.use({ expectedErrors: /status of 500/ })
  test('says so if it fails', async ({ page }) => {
    const [ada, ben] = [await newMember(page), await newMember(page, { firstName: 'Ben' })]
    await ben.client.choose({ body: { userId: ada.user._id, action: 'superlike' } })
    await signInAs(page, ada)
    await page.route('**/notifications/read', (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto('/notifications')
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('Server error: Please try again later.')
  })
})
