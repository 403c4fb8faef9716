import type { Page, Route } from '@playwright/test'
import { anySize, callsOf, newMember, signInAs, expect, picture, newPerson, test } from './world.ts'

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

test.use({ mayComplain: /status of 415/ })

test('photos can be uploaded, put in order by keyboard and by hand, described and deleted', async ({ page }) => {
  const ada = await newMember(page)
  await signInAs(page, ada)
  await page.goto('/profile')
  await page.getByLabel('Choose photos').setInputFiles([
    { name: 'two.png', mimeType: 'image/png', buffer: picture },
    { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('not a picture, whatever it says') },
  ])
  await expect(page.getByRole('heading', { name: 'Photo 1 of 2' })).toBeVisible()
  await page.getByRole('button', { name: /^Visible area/ }).press('ArrowLeft')
  await page.getByLabel('Zoom').fill('2')
  await page.getByRole('button', { name: 'Crop photo' }).click()
  await expect(page.getByText(/broken\.png: Please choose a JPEG/)).toBeVisible()
  await page.getByRole('button', { name: 'Describe photo 2' }).click()
  await page.getByLabel('Description').fill('Me on the pier')
  await page.getByRole('button', { name: 'Save' }).last().click()
  await expect(page.getByAltText('Me on the pier')).toBeAttached()
  const first = page.getByRole('figure').first().getByAltText('Me on the pier')
  const second = page.getByRole('figure').nth(1).getByAltText('Me on the pier')
  const saved = () => page.waitForResponse('**/auth/pictures')
  const forward = page.getByRole('button', { name: 'Move photo 2 forward' })
  await expect(forward).toBeEnabled()
  const moved = saved()
  await forward.press('Enter')
  await expect(first).toBeAttached()
  await moved
  const grip = page.getByRole('button', { name: 'Move photo 1 with the arrow keys' })
  let order = saved()
  await grip.press('ArrowRight')
  await expect(second).toBeAttached()
  await expect(page.getByRole('button', { name: 'Move photo 2 with the arrow keys' })).toBeFocused()
  await expect(page.getByText('Photo 1 is now photo 2 of 2.')).toBeAttached()
  expect((await order).status()).toBe(200)
  const [from, to] = [(await second.boundingBox())!, (await page.getByRole('figure').first().boundingBox())!]
  await page.mouse.move(from.x + 60, from.y + 60)
  await page.mouse.down()
  await page.mouse.move(from.x, from.y + 50)
  await page.mouse.move(to.x + 60, to.y + 60)
  order = saved()
  await page.mouse.up()
  await expect(first).toBeAttached()
  await order
  // Drags a photo to the second place and back with a finger on its grip.
  const finger = await page.context().newCDPSession(page)
  // On a slow phone, the finger lifts before the last move is rendered.
  await finger.send('Emulation.setCPUThrottlingRate', { rate: 20 })
  const touch = (type: string, ...touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints })
  for (const [number, target] of [
    [1, second],
    [2, first],
  ] as const) {
    const handle = page.getByRole('button', { name: `Move photo ${number} with the arrow keys` })
    await handle.scrollIntoViewIfNeeded()
    const [start, end] = [
      (await handle.boundingBox())!,
      (await page
        .getByRole('figure')
        .nth(2 - number)
        .boundingBox())!,
    ]
    await touch('touchStart', { x: start.x + 20, y: start.y + 20 })
    await touch('touchMove', { x: start.x + 40, y: start.y + 10 })
    await touch('touchMove', { x: end.x + 50, y: end.y + 50 })
    order = saved()
    await touch('touchEnd')
    await expect(target).toBeAttached()
    await order
  }
  await finger.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.reload()
  await expect(first).toBeAttached()
  await page.getByRole('button', { name: 'Delete photo 1' }).click()
  await expect(page.getByAltText('Me on the pier')).toHaveCount(0)

  const card = page.getByRole('region', { name: 'Make it easy to say hello' })
  await expect(card.getByText('0 of 7 done')).toBeVisible()
  await card.getByRole('button', { name: /^Add 3 more interests/ }).click()
  await expect(page.getByRole('textbox', { name: 'Interests' })).toBeFocused()
  await page.keyboard.type('choir,tea,')
  await page.getByRole('group', { name: 'Suggestions for Interests' }).getByRole('button').first().click()
  await card.getByRole('button', { name: /^Write a few lines/ }).click()
  await page.keyboard.type('Hello there')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(card.getByText('2 of 7 done')).toBeVisible()
  await expect(card.getByRole('button', { name: /^Write a few lines/ })).toHaveCount(0)
})

test('an answer from before a move does not put the photos back', anySize, async ({ page }) => {
  const ada = await newMember(page)
  await signInAs(page, ada)
  await page.goto('/profile')
  await page.getByLabel('Choose photos').setInputFiles({ name: 'two.png', mimeType: 'image/png', buffer: picture })
  await page.getByRole('button', { name: 'Crop photo' }).click()
  const photos = page.getByRole('figure').locator('img[srcset]')
  await expect(photos).toHaveCount(2)
  const addresses = () => photos.evaluateAll((all) => all.map((each) => each.getAttribute('src')))
  const [one, two] = await addresses()
  const [orders, profiles] = [await held(page, '**/auth/pictures'), await held(page, '**/auth/profile')]
  await page.getByRole('button', { name: 'Move photo 2 forward' }).press('Enter')
  await (
    await orders.next()
  )()
  const before = await profiles.next()
  // The profile's response is still pending while the photos are moved back.
  await page.getByRole('button', { name: 'Move photo 2 forward' }).press('Enter')
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
  const card = page.getByRole('region', { name: 'Gender' })
  await card.getByLabel('Women', { exact: true }).check()
  await card.getByLabel('Non-binary people').uncheck()
  await card.getByRole('button', { name: 'Save gender' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  expect((await ada.client.getProfile()).userData.user).toMatchObject({ shownTo: ['woman'], asksShownTo: false })
})

test('edits of the profile survive the way to another page and back', async ({ page }) => {
  const ada = await newMember(page, {}, { bio: 'I mend clocks.' })
  await signInAs(page, ada)
  await page.goto('/profile')
  const bio = page.getByLabel('Bio')
  const unsaved = page.getByText('You have unsaved changes.')
  await expect(bio).toHaveValue('I mend clocks.')
  await bio.fill('I mend clocks and bake.')
  const city = page.getByRole('combobox', { name: 'City' })
  await city.fill('Porto')
  // The open keyboard of a phone hides the navigation.
  await city.blur()
  await page.getByRole('link', { name: 'Matches' }).click()
  await expect(page.getByRole('heading', { name: 'Matches', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(bio).toHaveValue('I mend clocks and bake.')
  await expect(page.getByRole('combobox', { name: 'City' })).toHaveValue('Porto')
  await expect(unsaved).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(bio).toHaveValue('I mend clocks.')
  await expect(page.getByRole('combobox', { name: 'City' })).toHaveValue('Lisbon, Portugal')
  await expect(unsaved).toBeHidden()
  // Only changed fields are sent, so that changes from another device survive.
  await bio.fill('I mend clocks and sail.')
  await page.reload()
  await ada.client.editProfile({ body: { firstName: 'Adele' } })
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Adele')
  await expect(bio).toHaveValue('I mend clocks and sail.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.reload()
  await expect(bio).toHaveValue('I mend clocks and sail.')
  await expect(page.getByLabel('First name')).toHaveValue('Adele')
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
