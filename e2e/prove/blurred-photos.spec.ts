import { withPhotos } from '../blurred-photos-steps.ts'
import { anySize, expect, signInAs, test } from '../world.ts'

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
