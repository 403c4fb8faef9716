import type { Page } from '@playwright/test'
import { anySize, expect, newMember, signInAs, test, clockServer, time } from '../world.ts'

// Setting a card aside, a note on a like that was already sent, and alerts.

const wants = { gender: 'woman', interestedIn: ['man'], location: { city: 'Porto', country: 'Portugal' } }
const man = (page: Page, firstName: string) =>
  newMember(page, { firstName }, { ...wants, gender: 'man', interestedIn: ['woman'] })

test(
  'a card set aside leaves the deck by menu or key, can be undone, and comes back from its list',
  anySize,
  async ({ page }) => {
    for (const name of ['Ben', 'Cem']) await man(page, name)
    await signInAs(page, await newMember(page, {}, wants))
    await page.goto('/discover')
    const card = page.getByRole('article')
    const name = (await card.getAttribute('aria-label'))!
    // Other journeys' members may have the same names.
    const who = card.getByRole('heading', { level: 2 }).first().getByRole('link')
    const person = (await who.getAttribute('href'))!
    await card.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Set aside for a week' }).click()
    await expect(who).not.toHaveAttribute('href', person)
    await expect(page.getByRole('status').filter({ hasText: `${name} is set aside for a week.` })).toBeAttached()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(who).toHaveAttribute('href', person)
    await page.keyboard.press('l')
    await expect(who).not.toHaveAttribute('href', person)
    await page.goto('/likes')
    await page.getByRole('tab', { name: 'Later' }).click()
    await page.getByRole('button', { name: `Bring back ${name}` }).click()
    await expect(page.getByText('No one set aside')).toBeVisible()
  },
)

test.describe('on a server whose nightly jobs can be run', () => {
  test.use({ baseURL: `http://127.0.0.1:${clockServer.port}` })

  test('a saved search alerts its owner to new people, in the app', anySize, async ({ page }) => {
    await signInAs(page, await newMember(page, {}, wants))
    await page.goto('/search?city=Porto')
    await page.getByText('Saved searches').click()
    const save = page.getByRole('button', { name: 'Save this search' })
    await save.click()
    const name = page.getByLabel('Name for this search')
    await expect(name).toHaveAccessibleDescription('This field is required.')
    await name.fill('Close to the river')
    await save.dblclick()
    const alerts = page.getByRole('button', { name: 'Alerts for Close to the river' })
    await expect(alerts).toHaveAttribute('aria-pressed', 'false')
    await alerts.click()
    await expect(alerts).toHaveAttribute('aria-pressed', 'true')
    await page.reload()
    await page.getByText('Saved searches').click()
    await expect(alerts).toHaveAttribute('aria-pressed', 'true')
    await page.goto('/settings#notifications')
    await expect(page.getByLabel('New people in saved searches')).toHaveValue('daily')

    await man(page, 'Quentin')
    const ran = await page.request.post(`${time.url}/alerts?port=${clockServer.port}`)
    expect(ran.status()).toBe(204)
    await page.goto('/notifications')
    await page.getByRole('link', { name: /Close to the river/ }).click()
    await expect(page).toHaveURL(/\/search\?city=Porto&newHere=true$/)
    await expect(page.getByRole('region', { name: 'People found' }).getByText('Quentin').first()).toBeVisible()
    await page.goto('/search?saved=00000000-0000-4000-8000-000000000000')
    await expect(page).toHaveURL(/\/search$/)
    await expect(page.getByText(/a mutual fit/)).toBeVisible()
  })
})

test.describe('with a refusal', () => {
  test.use({ expectedErrors: /409/ })

  test('a note follows a like that was sent, and is refused once the like was seen', anySize, async ({ page }) => {
    const [ben, cem] = [await man(page, 'Ben'), await man(page, 'Cem')]
    const viewer = await newMember(page, {}, wants)
    await viewer.client.choose({ body: { userId: ben.user._id, action: 'like' } })
    await viewer.client.choose({ body: { userId: cem.user._id, action: 'superlike' } })
    await signInAs(page, viewer)
    await page.goto('/likes')
    await page.getByRole('tab', { name: 'Liked by you' }).click()
    const dialog = page.getByRole('dialog')
    const add = async (name: string) => {
      await page.getByRole('button', { name: `Add a note for ${name}` }).click()
      await dialog.getByLabel('Your note').fill('Do you row, too?')
      await dialog.getByRole('button', { name: 'Add note' }).click()
    }
    await add('Ben')
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Do you row, too?')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add a note for Ben' })).toHaveCount(0)
    await cem.client.listLikes()
    await add('Cem')
    await expect(dialog.getByText('You can no longer add a note to this like.')).toBeVisible()
  })
})

test('new people can be filtered for, in the search and in the deck', anySize, async ({ page }) => {
  await man(page, 'Ben')
  await signInAs(page, await newMember(page, {}, wants))
  await page.goto('/search')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('checkbox', { name: 'New here' }).check()
  await page.getByRole('button', { name: 'Show results' }).click()
  await expect(page).toHaveURL(/newHere=true/)
  await expect(page.getByText(/a mutual fit/)).toBeVisible()
  await page.goto('/discover')
  await page.getByRole('button', { name: 'Filters' }).click()
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.getByLabel('New here').click()
  expect((await saved).ok()).toBe(true)
  await expect(page.getByLabel('New here')).toBeChecked()
  await page.reload()
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(page.getByLabel('New here')).toBeChecked()
})

test('a typed distance counts as the next limit, in kilometers and in miles', anySize, async ({ page }) => {
  await signInAs(page, await newMember(page, {}, wants))
  await page.goto('/discover')
  await page.getByRole('button', { name: 'Filters' }).click()
  const saved = () => page.waitForResponse((response) => response.request().method() === 'PUT')
  const inKm = saved()
  await page.getByLabel('Distance in kilometers').fill('40')
  expect((await inKm).request().postDataJSON()).toEqual({ distance: 50 })
  await expect(page.getByText('Counts as up to 50 km.')).toBeVisible()
  await expect(page.getByRole('slider', { name: 'Maximum distance' })).toHaveAttribute('aria-valuetext', 'up to 50 km')
  const beyond = saved()
  await page.getByLabel('Distance in kilometers').fill('300')
  expect((await beyond).request().postDataJSON()).toEqual({ distance: null })
  await expect(page.getByText('Counts as any distance.')).toBeVisible()
  await page.goto('/search?distance=25')
  await page.getByRole('button', { name: /^Filters/ }).click()
  await expect(page.getByLabel('Distance in kilometers')).toHaveValue('25')
  await page.getByLabel('Distance in kilometers').fill('7')
  await page.getByRole('button', { name: 'Show results' }).click()
  await expect(page).toHaveURL(/distance=10/)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('a long name of a saved search is cut off rather than widening the page', async ({ page }) => {
    await signInAs(page, await newMember(page))
    await page.goto('/search?city=Porto')
    await page.getByText('Saved searches').click()
    const name = 'A very long name of a saved search that goes on and on'
    await page.getByLabel('Name for this search').fill(name)
    await page.getByRole('button', { name: 'Save this search' }).click()
    await expect(page.getByRole('button', { name: `Delete ${name}` })).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})
