import { isPaused, traveling } from '../abroad-steps.ts'
import { expect, newMember, signInAs, test } from '../world.ts'

test('members who aren’t at risk see nothing of it', async ({ page }) => {
  const ada = await newMember(page, { firstName: 'Ada' }, { interestedIn: ['man'] })
  const travelTo = await traveling(page)
  await signInAs(page, ada)
  await travelTo('Africa/Kampala')
  await page.goto('/matches')
  await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible()
  expect(await isPaused(ada)).toBe(false)
})

test('a move of the place hides before the device knows, and the app then says why', async ({ page }) => {
  const ada = await newMember(page, { firstName: 'Ada' })
  await signInAs(page, ada)
  await page.goto('/matches')
  await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible()
  await ada.client.editProfile({ body: { location: { city: 'Kampala', country: 'Uganda' } } })
  expect(await isPaused(ada)).toBe(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Before anyone sees you here' })).toBeVisible()
})
