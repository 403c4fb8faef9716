import type { Page } from '@playwright/test'
import { anySize, expect, newMember, signInAs, test } from '../world.ts'

const wants = { gender: 'woman', interestedIn: ['man'], location: { city: 'Porto', country: 'Portugal' } }
const man = (page: Page, firstName: string) =>
  newMember(page, { firstName }, { ...wants, gender: 'man', interestedIn: ['woman'] })

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
