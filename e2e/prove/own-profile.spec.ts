import type { Locator, Page, Route } from '@playwright/test'
import { inFuture } from '../../scripts/present.ts'
import sharp from 'sharp'
import { openRow, withTwoPhotos } from '../own-profile-steps.ts'
import { anySize, callsOf, newMember, signInAs, expect, picture, newPerson, test } from '../world.ts'

/** Holds back the responses of one route until they are released. */
async function held(page: Page, url: string) {
  const waiting: (() => Promise<void>)[] = []
  let noticed = () => {}
  await page.route(url, async (route: Route) => {
    const response = await route.fetch()
    waiting.push(() => route.fulfill({ response }))
    noticed()
  })
  return {
    /** Waits for the first held response and returns the function that releases it. */
    next: async () => {
      if (waiting.length === 0) await new Promise<void>((resolve) => (noticed = resolve))
      return waiting.shift()!
    },
  }
}

test.use({ expectedErrors: /status of 415/ })

test('a photo that fails after its sheet was closed says so', anySize, async ({ page }) => {
  await signInAs(page, await newMember(page))
  await page.goto('/profile')
  await openRow(page, 'Photos')
  const sheet = page.getByRole('dialog', { name: 'Photos' })
  const late = Promise.withResolvers<void>()
  await page.route('**/api/v1/media', async (route) => {
    await late.promise
    await route.fulfill({ status: 415, json: { message: 'Not this photo.' } })
  })
  await sheet.getByLabel('Choose photos').setInputFiles({ name: 'two.png', mimeType: 'image/png', buffer: picture })
  await page.getByRole('dialog', { name: 'Your photo' }).getByRole('button', { name: 'Done' }).click()
  await expect(sheet.getByRole('progressbar')).toBeVisible()
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(sheet).toBeHidden()
  late.resolve()
  await expect(page.getByText('Not this photo.')).toBeVisible()
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

test('two fingers zoom a photo before its upload', anySize, async ({ page }) => {
  await signInAs(page, await newMember(page))
  await page.goto('/profile')
  await openRow(page, 'Photos')
  await page.getByLabel('Choose photos').setInputFiles({ name: 'two.png', mimeType: 'image/png', buffer: picture })
  const zoom = page.getByRole('slider', { name: 'Zoom' })
  await expect(zoom).toBeEnabled()
  const { x, y, width, height } = (await page.getByRole('button', { name: /^Visible area/ }).boundingBox())!
  const middle = { x: x + width / 2, y: y + height / 2 }
  const touch = await page.context().newCDPSession(page)
  const fingers = (apart: number) => [-apart, apart].map((by, id) => ({ x: middle.x + by, y: middle.y, id }))
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(30) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(60) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect.poll(async () => Number(await zoom.inputValue())).toBeGreaterThan(1.8)
})

const photoOf = (width: number, height: number, light: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 90 * light, g: 70 * light, b: 60 * light } } })
    .png()
    .toBuffer()

test('a dark or small photo and an answer of one word get kind advice, which can be put away', async ({ page }) => {
  const ada = await newMember(page)
  await ada.client.editProfile({ body: { bio: 'Bread', prompts: [{ question: 'A perfect Sunday', answer: '面包' }] } })
  await signInAs(page, ada)
  await page.goto('/profile')
  const help = page.getByRole('region', { name: 'What would help' })
  const advice = help.getByRole('button', { name: /\.$/ })
  await openRow(page, 'Photos')
  const sheet = page.getByRole('dialog', { name: 'Photos' })
  await sheet.getByLabel('Choose photos').setInputFiles([
    { name: 'night.png', mimeType: 'image/png', buffer: await photoOf(800, 1000, 0.2) },
    { name: 'small.png', mimeType: 'image/png', buffer: await photoOf(400, 500, 1) },
  ])
  for (const at of [1, 2]) {
    const cropper = page.getByRole('dialog', { name: `Photo ${at} of 2` })
    await cropper.getByRole('button', { name: 'Use whole photo' }).click()
  }
  const photos = sheet.getByRole('figure').getByRole('button')
  await expect(photos).toHaveCount(3)
  const saved = page.waitForResponse('**/auth/pictures')
  await photos.nth(1).press('Enter')
  await page.getByRole('button', { name: 'Make this your first photo' }).press('Enter')
  await saved
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(advice).toHaveText([
    /^Try a brighter first photo/,
    /^Replace a small photo/,
    /^Write a little more about yourself/,
  ])
  await expect(help).not.toContainText(/like|score|percent|\d/i)
  await advice.nth(2).click()
  await expect(page.getByRole('dialog').getByLabel('A few lines about you')).toHaveValue('Bread')
  await page.keyboard.press('Escape')

  const putAway = async (choice: string) => {
    await help.getByRole('button', { name: 'Dismiss this tip' }).first().click()
    await page.getByRole('menuitem', { name: choice }).click()
  }
  await putAway('Remind me in a month')
  await expect(advice).toHaveText([/^Replace a small photo/, /^Write a little more/, /^Say a little more in an answer/])
  await putAway('Don’t suggest this again')
  await expect(advice.first()).toHaveText(/^Write a little more/)
  await page.reload()
  await expect(advice.first()).toHaveText(/^Write a little more/)
  await page.clock.setFixedTime(inFuture(31 * 86_400_000))
  await page.reload()
  await expect(advice.first()).toHaveText(/^Try a brighter first photo/)
  await expect(advice.filter({ hasText: 'Replace a small photo' })).toHaveCount(0)
})

test('a sheet that can’t be saved stays open with its error, and its row says so once it is closed', async ({
  page,
}) => {
  await signInAs(page, await newMember(page))
  await page.goto('/profile')
  await openRow(page, 'Basics')
  const sheet = page.getByRole('dialog')
  const city = sheet.getByRole('combobox', { name: 'City' })
  await city.fill('Nowhere at all')
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(city).toBeFocused()
  await expect(city).toHaveAccessibleDescription(/Choose your city from the list/)
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('button', { name: 'Basics Unsaved changes' })).toBeVisible()
  await openRow(page, 'Basics')
  await sheet.getByRole('button', { name: 'Discard' }).click()
  await expect(city).toHaveValue('Lisbon, Portugal')
})

test('an answer from before a move does not put the photos back', anySize, async ({ page }) => {
  const ada = await newMember(page)
  await signInAs(page, ada)
  await page.goto('/profile')
  await openRow(page, 'Photos')
  await page.getByLabel('Choose photos').setInputFiles({ name: 'two.png', mimeType: 'image/png', buffer: picture })
  await page.getByRole('dialog', { name: 'Your photo' }).getByRole('button', { name: 'Done' }).click()
  const photos = page.getByRole('dialog').getByRole('figure').locator('img[srcset]')
  await expect(photos).toHaveCount(2)
  const addresses = () => photos.evaluateAll((all) => all.map((each) => each.getAttribute('src')))
  const [one, two] = await addresses()
  const [orders, profiles] = [await held(page, '**/auth/pictures'), await held(page, '**/auth/profile')]
  await page.getByRole('button', { name: 'Photo 2' }).press('ArrowLeft')
  await (
    await orders.next()
  )()
  const before = await profiles.next()
  // The profile's response is still pending while the photos are moved back.
  await page.getByRole('button', { name: 'Photo 2' }).press('ArrowLeft')
  await expect.poll(addresses).toEqual([one, two])
  await before()
  const saved = await orders.next()
  expect(await addresses()).toEqual([one, two])
  await saved()
  await (
    await profiles.next()
  )()
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await openRow(page, 'Photos')
  await expect.poll(addresses).toEqual([one, two])
})

test('members who typed their gender before are asked once who may see them, and change it on their profile', async ({
  page,
}) => {
  const ada = await newMember(page, {}, { gender: 'Trans woman' })
  await signInAs(page, ada)
  await page.goto('/discover')
  const question = page.getByRole('dialog', { name: 'Who should find you?' })
  await expect(question.getByLabel('Non-binary people')).toBeChecked()
  await question.getByRole('button', { name: 'Keep as it is' }).click()
  await expect(question).toBeHidden()
  await page.goto('/discover')
  await expect(page.getByRole('button', { name: 'Filters' })).toBeVisible()
  await expect(question).toBeHidden()
  await page.goto('/profile')
  await openRow(page, 'Gender')
  const card = page.getByRole('dialog', { name: 'Gender' })
  await card.getByLabel('Women', { exact: true }).check()
  await card.getByLabel('Non-binary people').uncheck()
  await card.getByRole('button', { name: 'Save gender' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  expect((await ada.client.getProfile()).userData.user).toMatchObject({ shownTo: ['woman'], asksShownTo: false })
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

test('a step of onboarding shows its draft after a reload', async ({ page }) => {
  const person = newPerson()
  await callsOf(page).register({ body: person })
  await signInAs(page, person)
  await page.goto('/onboarding?step=words')
  await page.getByRole('button', { name: /^I’m learning/ }).click()
  const answer = page.getByLabel('I’m learning', { exact: true })
  await expect(answer).toBeFocused()
  await answer.fill('To mend clocks.')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { name: 'What do you like?' })).toBeVisible()
  await page.goBack()
  await expect(answer).toHaveValue('To mend clocks.')
})
