import sharp from 'sharp'
import { openRow, withTwoPhotos } from './own-profile-steps.ts'
import { newMember, signInAs, expect, picture, test } from './world.ts'

test.use({ expectedErrors: /status of 415/ })

test('photos can be uploaded, described, put in order from their menu and deleted', async ({ page }) => {
  const { sheet, photos } = await withTwoPhotos(page)
  await expect(sheet.getByRole('button', { name: 'Add photo 4: All of you' })).toBeVisible()
  const saved = page.waitForResponse('**/auth/pictures')
  await photos.last().press('Enter')
  await page.getByRole('button', { name: 'Make this your first photo' }).press('Enter')
  await expect(photos.first()).toHaveAccessibleName('Photo 1: Me on the pier')
  await expect(photos.first()).toBeFocused()
  expect((await saved).status()).toBe(200)
  // The profile behind the sheet loads it, too: a photo that is deleted before it has loaded is not found.
  const preview = page.locator('article').getByAltText('Me on the pier')
  await expect(preview).toHaveJSProperty('complete', true)
  await expect(preview).not.toHaveJSProperty('naturalWidth', 0)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Delete photo' }).press('Enter')
  await expect(photos).toHaveCount(1)
  await expect(photos).toHaveAccessibleName('Photo 1')
})

test('the profile names what would help, and a sheet saves with its button only', async ({ page }) => {
  const ada = await newMember(page)
  await signInAs(page, ada)
  await page.goto('/profile')
  const advice = page.getByRole('region', { name: 'What would help' }).getByRole('button', { name: /\.$/ })
  await expect(advice.first()).toHaveAccessibleName(/^Add 2 more photos/)
  await advice.first().click()
  const files = ['two.png', 'three.png'].map((name) => ({ name, mimeType: 'image/png', buffer: picture }))
  await page.getByLabel('Choose photos').setInputFiles(files)
  for (const at of [1, 2]) {
    const cropper = page.getByRole('dialog', { name: `Photo ${at} of 2` })
    await cropper.getByRole('button', { name: 'Use whole photo' }).click()
  }
  await expect(page.getByRole('dialog', { name: 'Photos' }).getByRole('figure')).toHaveCount(3)
  await page.getByRole('dialog', { name: 'Photos' }).getByRole('button', { name: 'Done' }).click()
  await advice.filter({ hasText: 'Write a few lines' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('A few lines about you').fill('Hello there')
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Bio Hello there' })).toBeVisible()
  await expect(advice.filter({ hasText: 'Write a few lines' })).toHaveCount(0)
  await expect(advice.filter({ hasText: 'Answer a prompt' })).toBeVisible()
  await openRow(page, 'Interests')
  await sheet.getByRole('textbox', { name: 'Interests' }).fill('choir,tea,')
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(sheet).toBeHidden()
  await openRow(page, 'Prompts')
  await sheet.getByRole('button', { name: 'Add a prompt' }).click()
  await sheet.getByLabel('Your answer').fill('Bread')
  // Closing saves nothing, and loses nothing.
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Prompts Unsaved changes' })).toBeVisible()
  expect((await ada.client.getProfile()).userData.user.prompts).toEqual([])
  await openRow(page, 'Prompts')
  await expect(sheet.getByLabel('Your answer')).toHaveValue('Bread')
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Prompts 1 answer' })).toBeVisible()
  const { user } = (await ada.client.getProfile()).userData
  expect(user).toMatchObject({ bio: 'Hello there', interests: ['choir', 'tea'], prompts: [{ answer: 'Bread' }] })
})

test('a small file is no first photo', async ({ page }) => {
  const ada = await newMember(page)
  await ada.client.deleteProfilePicture()
  await signInAs(page, ada)
  await page.goto('/profile')
  await openRow(page, 'Photos')
  const sheet = page.getByRole('dialog', { name: 'Photos' })
  const buffer = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#c0563a' } })
    .png()
    .toBuffer()
  await sheet.getByLabel('Choose photos').setInputFiles({ name: 'tiny.png', mimeType: 'image/png', buffer })
  await expect(sheet.getByRole('alert')).toHaveText(
    '“tiny.png” is too small for a first photo. It needs 400 pixels on each side.',
  )
  await expect(page.getByRole('heading', { name: /^Photo 1/ })).toBeHidden()
  await sheet.getByLabel('Choose photos').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
  await page.getByRole('button', { name: 'Use whole photo' }).click()
  await expect(sheet.getByRole('figure')).toHaveCount(1)
})
