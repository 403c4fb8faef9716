import type { Locator, Page } from '@playwright/test'
import { openRow } from './own-profile-steps.ts'
import { newMember, signInAs, expect, picture, test } from './world.ts'

test.use({ expectedErrors: /status of 415/ })

async function withTwoPhotos(page: Page) {
  await signInAs(page, await newMember(page))
  await page.goto('/profile')
  await openRow(page, 'Photos')
  const sheet = page.getByRole('dialog', { name: 'Photos' })
  await sheet.getByLabel('Choose photos').setInputFiles([
    { name: 'two.png', mimeType: 'image/png', buffer: picture },
    { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('not a picture, whatever it says') },
  ])
  await expect(page.getByRole('heading', { name: 'Photo 1 of 2' })).toBeVisible()
  await page.getByRole('button', { name: /^Visible area/ }).press('ArrowLeft')
  await page.getByLabel('Zoom').fill('2')
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(/broken\.png: Please choose a JPEG/)).toBeVisible()
  await sheet.getByRole('button', { name: 'Photo 2' }).click()
  const actions = page.getByRole('dialog', { name: 'Photo 2' })
  await actions.getByRole('button', { name: 'Description and who can see it' }).click()
  await page.getByLabel('Description').fill('Me on the pier')
  await page.getByRole('button', { name: 'Save' }).last().click()
  const photos = sheet.getByRole('figure').getByRole('button')
  await expect(photos).toHaveCount(2)
  await expect(photos.last()).toHaveAccessibleName('Photo 2: Me on the pier')
  return { sheet, photos }
}

test('photos can be uploaded, described, put in order from their menu and deleted', async ({ page }) => {
  const { sheet, photos } = await withTwoPhotos(page)
  await expect(sheet.getByRole('button', { name: 'Add photo 4: All of you' })).toBeVisible()
  const saved = page.waitForResponse('**/auth/pictures')
  await photos.last().press('Enter')
  await page.getByRole('button', { name: 'Make this your first photo' }).press('Enter')
  await expect(photos.first()).toHaveAccessibleName('Photo 1: Me on the pier')
  await expect(photos.first()).toBeFocused()
  expect((await saved).status()).toBe(200)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Delete photo' }).press('Enter')
  await expect(photos).toHaveCount(1)
  await expect(photos).toHaveAccessibleName('Photo 1')
})

test('photos are put in order by keyboard, mouse and finger, each by its whole area', async ({ page }) => {
  const { sheet, photos } = await withTwoPhotos(page)
  const [first, second] = [photos.first(), photos.nth(1)]
  const pier = 'Me on the pier'
  const saved = () => page.waitForResponse('**/auth/pictures')
  let order = saved()
  await second.press('ArrowLeft')
  await expect(first).toHaveAccessibleName(`Photo 1: ${pier}`)
  await expect(first).toBeFocused()
  await expect(first).toHaveAccessibleDescription('Move it with the arrow keys.')
  await expect(sheet.getByRole('status').filter({ hasText: 'Photo 2 is now photo 1 of 2.' })).toBeAttached()
  expect((await order).status()).toBe(200)
  const placeOf = async (photo: Locator) => {
    const box = (await photo.boundingBox())!
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const [from, to] = [await placeOf(first), await placeOf(second)]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 20, from.y)
  await page.mouse.move(to.x, to.y)
  order = saved()
  await page.mouse.up()
  await expect(second).toHaveAccessibleName(`Photo 2: ${pier}`)
  await order
  // A drag doesn't open the photo's menu.
  await expect(page.getByRole('dialog')).toHaveCount(1)
  const finger = await page.context().newCDPSession(page)
  // On a slow phone, the finger lifts before the last move is rendered.
  await finger.send('Emulation.setCPUThrottlingRate', { rate: 20 })
  const touch = (type: string, ...touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints })
  for (const [start, end, target] of [
    [to, from, first],
    [from, to, second],
  ] as const) {
    await touch('touchStart', start)
    // A finger has to rest on the photo. One that moves immediately scrolls.
    await expect(sheet.locator('[data-lifted]')).toHaveCount(1)
    await touch('touchMove', { x: start.x + 10, y: start.y })
    await touch('touchMove', end)
    order = saved()
    await touch('touchEnd')
    await expect(target).toHaveAccessibleName(new RegExp(pier))
    await order
  }
  // A swipe, whose moves follow at once.
  await finger.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await Promise.all([
    touch('touchStart', from),
    touch('touchMove', { x: from.x, y: from.y - 30 }),
    touch('touchMove', { x: to.x, y: to.y - 30 }),
    touch('touchEnd'),
  ])
  await page.reload()
  await openRow(page, 'Photos')
  await expect(second).toHaveAccessibleName(`Photo 2: ${pier}`)
})

test('the profile names what would help, and each sheet saves itself when it closes', async ({ page }) => {
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
  await page.keyboard.press('Escape')
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
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Prompts 1 answer' })).toBeVisible()
  const { user } = (await ada.client.getProfile()).userData
  expect(user).toMatchObject({ bio: 'Hello there', interests: ['choir', 'tea'], prompts: [{ answer: 'Bread' }] })
})

test('edits of the profile survive a reload, and replace nothing that another device saved', async ({ page }) => {
  const ada = await newMember(page, {}, { bio: 'I mend clocks.' })
  await signInAs(page, ada)
  await page.goto('/profile')
  await openRow(page, 'Basics')
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Work').fill('Clockmaker')
  await sheet.getByRole('combobox', { name: 'City' }).fill('Porto')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Basics Unsaved changes' })).toBeVisible()
  await openRow(page, 'Basics')
  const unsaved = sheet.getByText('You have unsaved changes.')
  await expect(sheet.getByLabel('Work')).toHaveValue('Clockmaker')
  await expect(sheet.getByRole('combobox', { name: 'City' })).toHaveValue('Porto')
  await expect(unsaved).toBeVisible()
  await sheet.getByRole('button', { name: 'Discard' }).click()
  await expect(sheet.getByLabel('Work')).toHaveValue('')
  await expect(sheet.getByRole('combobox', { name: 'City' })).toHaveValue('Lisbon, Portugal')
  await expect(unsaved).toBeHidden()
  // Only changed fields are sent, so that changes from another device survive.
  await sheet.getByLabel('Work').fill('Sailor')
  await page.reload()
  await ada.client.editProfile({ body: { firstName: 'Adele' } })
  await page.reload()
  await openRow(page, 'Basics')
  await expect(sheet.getByLabel('First name')).toHaveValue('Adele')
  await expect(sheet.getByLabel('Work')).toHaveValue('Sailor')
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: /^Basics .*Sailor/ })).toBeVisible()
  await openRow(page, 'Basics')
  await expect(sheet.getByLabel('First name')).toHaveValue('Adele')
  await expect(unsaved).toBeHidden()
})
