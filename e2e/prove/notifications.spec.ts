import { newMember, signInAs, expect, test } from '../world.ts'

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
