import { isPaused, traveling } from '../abroad-steps.ts'
import { expect, newMember, signInAs, test } from '../world.ts'

test('a member can show themselves abroad, and another country asks again, in Arabic too', async ({ page }) => {
  const ada = await newMember(page, { firstName: 'Ada' }, { gender: 'non-binary' })
  const travelTo = await traveling(page)
  await signInAs(page, ada)
  await travelTo('Africa/Kampala')
  await page.goto('/matches')
  await page.getByLabel('Hide my gender, pronouns and orientation on my profile').uncheck()
  await page.getByRole('button', { name: 'Show my profile', exact: true }).click()
  await page.getByRole('button', { name: 'Show my profile despite the risk' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible()
  expect(await isPaused(ada)).toBe(false)
  await page.reload()
  await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible()
  await travelTo('Europe/Moscow')
  await page.goto('/matches?lang=ar')
  await expect(page.getByRole('heading', { name: 'قبل أن يراك أحد هنا' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByText('روسيا')).toBeVisible()
  expect(await isPaused(ada)).toBe(true)
})

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
