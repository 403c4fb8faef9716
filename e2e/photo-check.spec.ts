import { fakeDevices } from './fake-devices.ts'
import { administrator, expect, newMember, signInAs, test } from './world.ts'

test.use(fakeDevices)

test('two selfies are taken in the page by the camera, and staff see both beside the photos', async ({ page }) => {
  const ada = await newMember(page)
  await signInAs(page, ada)
  await page.goto('/profile')
  await page.getByRole('button', { name: /^Photo verification/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Photo verification' })
  await sheet.getByRole('checkbox', { name: 'Only poses without hands' }).check()
  await sheet.getByRole('button', { name: 'Open the camera' }).click()
  await expect(sheet.getByText('Selfie 1 of 2')).toBeVisible()
  // There is no way to choose a file.
  await expect(sheet.locator('input[type=file]')).toHaveCount(0)
  await expect(sheet.getByText(/^[12]:\d\d left$/)).toBeVisible()
  await expect(sheet.getByLabel('Your camera')).toHaveJSProperty('readyState', 4)
  await sheet.getByRole('button', { name: 'Take selfie' }).click()
  await expect(sheet.getByText('Selfie 2 of 2')).toBeVisible()
  await sheet.getByRole('button', { name: 'Take selfie' }).click()
  await expect(sheet.getByText('We’re comparing your selfies with your photos.')).toBeVisible()
  const { check } = (await ada.client.getPhotoCheck()).data
  expect(check).toMatchObject({ status: 'waiting' })

  await signInAs(page, administrator)
  await page.goto('/photos')
  const subject = page.getByRole('region', { name: 'Photos' })
  await page
    .getByRole('list')
    .getByRole('button', { name: new RegExp(ada.lastName) })
    .filter({ hasText: 'Selfie' })
    .last()
    .click()
  await expect(subject.getByText(`Pose: ${check!.pose}`)).toBeVisible()
  await expect(subject.getByText(`Pose: ${check!.secondPose}`)).toBeVisible()
  await expect(subject.getByRole('img', { name: 'Hidden photo to review' })).toHaveCount(2)
})
