import { withPhotos } from '../blurred-photos-steps.ts'
import { anySize, expect, signInAs, test } from '../world.ts'

test.describe('by setting', () => {
  // A conversation that has ended by a block isn’t found.
  test.use({ expectedErrors: /404/ })
  test('members see every photo at once, or none before they open it; and a blurred one can be reported or blocked', async ({
    page,
  }) => {
    const { ada, matchId, send } = await withPhotos(page)
    await send('Our pier')
    await signInAs(page, ada)
    const log = page.getByRole('log')
    const blurred = log.getByRole('button', { name: 'Blurred photo. Open' })
    const photo = log.getByRole('button', { name: 'View photo from Ben' })
    const choose = async (label: string) => {
      await page.goto('/settings#privacy')
      await page.getByLabel('Blur photos in chat').selectOption({ label })
      await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
      await page.goto(`/chat/${matchId}`)
    }
    await choose('Never')
    await expect(photo).toBeVisible()
    await choose('Always')
    await blurred.click()
    await expect(photo).toBeVisible()
    await page.reload()
    await expect(blurred).toBeVisible()
    await log.getByRole('button', { name: 'Report this photo' }).click()
    await expect(page.getByRole('dialog')).toContainText('Report')
    await page.keyboard.press('Escape')
    await log.getByRole('button', { name: 'Block Ben' }).click()
    await page.getByRole('dialog', { name: 'Block Ben?' }).getByRole('button', { name: 'Block', exact: true }).click()
    await page.waitForURL('**/matches')
  })
})

test('the sender sees the photo, and a caption stays readable', anySize, async ({ page }) => {
  const { ada, ben, matchId, send } = await withPhotos(page)
  await send('Our pier')
  await signInAs(page, ben)
  await page.goto(`/chat/${matchId}`)
  await expect(page.getByRole('button', { name: 'View photo from you' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Blurred photo. Open' })).toHaveCount(0)
  await signInAs(page, ada)
  await page.goto(`/chat/${matchId}`)
  await expect(page.getByRole('log').getByText('Our pier')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Blurred photo. Open' })).toBeVisible()
})
