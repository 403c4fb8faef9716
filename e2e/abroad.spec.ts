import { privacy } from '@kindred/contract/discovery/privacy'
import { isPaused, traveling } from './abroad-steps.ts'
import { expect, newMember, signInAs, tabTo, test } from './world.ts'

test('abroad, a member at risk is hidden before anything loads, chooses by keyboard, and gets the settings back', async ({
  page,
}) => {
  const ada = await newMember(page, { firstName: 'Ada' }, { interestedIn: ['woman'] })
  const travelTo = await traveling(page)
  await signInAs(page, ada)
  await travelTo('Africa/Kampala')
  const asked: string[] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/v1/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    asked.push(pathname)
    if (pathname.endsWith(privacy.setPrivacy.path)) await held
    await route.continue()
  })
  await page.goto('/discover')
  await expect(page.getByText('We’re hiding your profile before you go on.')).toBeVisible()
  expect(asked.filter((path) => /discovery|deck|matches|likes|notifications/.test(path))).toEqual([])
  release()
  await expect(page.getByRole('heading', { name: 'Before anyone sees you here' })).toBeVisible()
  await expect(page.getByText('Sex between people of the same gender is a crime in this country.')).toBeVisible()
  expect(await isPaused(ada)).toBe(true)
  expect(asked.filter((path) => /discovery|deck|matches|likes|notifications/.test(path))).toEqual([])

  // Reloading asks again, and showing oneself takes a second, named decision.
  await page.reload()
  const show = page.getByRole('button', { name: 'Show my profile', exact: true })
  await tabTo(page, show)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Anyone here can then find your profile')).toBeVisible()
  expect(await isPaused(ada)).toBe(true)
  await tabTo(page, page.getByRole('button', { name: 'Stay hidden' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your profile is snoozed' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your profile is snoozed' })).toBeVisible()
  await page.goto('/settings#privacy')
  await expect(page.getByLabel('Hide my gender')).toBeChecked()

  await travelTo('Europe/Lisbon')
  await page.goto('/discover')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await page.getByRole('button', { name: 'Restore my settings' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeHidden()
  const { settings } = (await ada.client.getProfile()).userData.user
  expect([settings.paused, settings.hideGender]).toEqual([false, false])
  await page.reload()
  await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible()
})

test('emergency numbers follow the reader to their country, and can be called', async ({ page }) => {
  const travelTo = await traveling(page)
  await travelTo('Europe/Berlin')
  await page.goto('/safety')
  await expect(page.getByLabel('Country')).toHaveValue('DE')
  await expect(page.getByRole('link', { name: /All emergencies/ })).toHaveAttribute('href', 'tel:112')
  await expect(page.getByRole('link', { name: /TelefonSeelsorge/ })).toHaveAttribute('href', 'tel:08001110111')
  await page.getByLabel('Country').selectOption({ label: 'Japan' })
  await expect(page.getByRole('link', { name: /#8008/ })).toHaveAttribute('href', 'tel:%238008')
})
