import type { Page } from '@playwright/test'
import { inFuture, present } from '../scripts/present.ts'
import { anySize, expect, newMember, signInAs, test } from './world.ts'

test.use({ expectedErrors: /status of 400/ })

const porto = { city: 'Porto', country: 'Portugal' }
const isoDay = (days: number) =>
  inFuture(days * 86_400_000)
    .toISOString()
    .slice(0, 10)

async function openTravel(page: Page) {
  await page.goto('/profile')
  await page.getByRole('button', { name: /^Travel/ }).click()
  return page.getByRole('dialog', { name: 'Travel' })
}

test('a member plans a trip, is seen as a visitor, and goes back', anySize, async ({ page, browser }) => {
  const ada = await newMember(page, { firstName: 'Ada' })
  const dan = await newMember(page, { firstName: 'Dan' }, { location: porto })
  await signInAs(page, ada)
  const sheet = await openTravel(page)
  await sheet.getByRole('button', { name: 'Plan trip' }).click()
  await expect(sheet.getByText('Choose a city from the list.')).toBeVisible()
  await sheet.getByLabel('City').fill('Porto')
  await sheet.getByRole('option', { name: 'Porto, Portugal' }).click()
  await sheet.getByLabel('First day').fill(isoDay(-3))
  await sheet.getByLabel('Last day').fill(isoDay(5))
  await sheet.getByRole('button', { name: 'Plan trip' }).click()
  await expect(sheet.getByText('Choose today or a later day.')).toBeVisible()
  await expect(sheet.getByLabel('First day')).toBeFocused()
  await expect(sheet.getByRole('button', { name: 'Done' })).toHaveCount(0)
  // What was typed is kept.
  await sheet.getByRole('button', { name: 'Close' }).click()
  await openTravel(page)
  await sheet.getByLabel('First day').fill(isoDay(0))
  await sheet.getByRole('button', { name: 'Plan trip' }).click()
  await expect(sheet.getByRole('button', { name: 'Go back now' })).toBeVisible()
  await expect(sheet.getByLabel('City')).toHaveValue('')
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: /^Travel You’re in Porto until/ })).toBeVisible()

  const others = await browser.newPage()
  await signInAs(others, dan)
  await others.goto(`/members/${ada.user._id}`)
  const month = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(present())
  await expect(others.getByText(new RegExp(`^Visiting (in|from) ${month}`))).toBeVisible()
  await expect(others.getByText(/Porto/).first()).toBeVisible()

  await page.goto('/discover')
  await expect(page.getByText('You’re in Porto until')).toBeVisible()
  await page.getByRole('button', { name: 'Go back now' }).click()
  await expect(page.getByText('You’re in Porto until')).toBeHidden()
  await others.reload()
  await expect(others.getByText(/Lisbon/).first()).toBeVisible()
  await expect(others.getByText(/^Visiting/)).toBeHidden()
  await others.close()
})

test('planning a trip warns of the laws there, and its first day hides the member', async ({ page }) => {
  const ada = await newMember(page, { firstName: 'Ada' }, { interestedIn: ['woman'] })
  await signInAs(page, ada)
  const sheet = await openTravel(page)
  const plan = async (from: number, to: number) => {
    await sheet.getByLabel('City').fill('Kampala')
    await sheet.getByRole('option', { name: 'Kampala, Uganda' }).click()
    await sheet.getByLabel('First day').fill(isoDay(from))
    await sheet.getByLabel('Last day').fill(isoDay(to))
    await sheet.getByRole('button', { name: 'Plan trip' }).click()
  }
  await plan(5, 6)
  await expect(sheet.getByText('You’ll be hidden when this trip begins')).toBeVisible()
  await expect(sheet.getByText('Sex between people of the same gender is a crime in this country.')).toBeVisible()
  await plan(0, 1)
  await expect(page.getByRole('heading', { name: 'Before anyone sees you here' })).toBeVisible()
  expect((await ada.client.getProfile()).userData.user.settings.paused).toBe(true)
})
