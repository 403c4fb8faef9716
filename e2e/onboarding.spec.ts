import { callsOf, enter, expect, somebody, test } from './world.ts'

test('onboarding goes step by step, and continues after a reload', async ({ page }) => {
  const person = somebody()
  await callsOf(page).register({ body: person })
  await enter(page, person)
  await page.goto('/onboarding')
  await expect(page.getByText('Step 1 of 5')).toBeVisible()
  await page.getByLabel('In my own words').check()
  await page.getByRole('textbox', { name: 'My own words' }).fill('genderfluid')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'Who you’d like to meet' })).toBeVisible()
  await page.getByLabel('Women', { exact: true }).check()
  await page.getByLabel('Looking for').selectOption('Long-term')
  await page.getByRole('checkbox', { name: /I agree that who I’d like to meet/ }).check()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'Where you are' })).toBeVisible()
  await page.goto('/onboarding')
  await expect(page.getByRole('heading', { name: 'Where you are' })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('Women', { exact: true })).toBeChecked()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('City').fill('São Paulo')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'Photos', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Later' }).click()
  await page.getByLabel('Interests').fill('choir, bread, choir')
  await page.getByRole('button', { name: 'Finish' }).click()
  await expect(page).toHaveURL(/\/discover$/)
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('user')!))).toMatchObject({
    profileComplete: true,
    gender: 'genderfluid',
    interestedIn: ['woman'],
    intention: 'long-term',
    interests: ['choir', 'bread'],
  })
})

test.describe('missing answers', () => {
  test.use({ mayComplain: /status of 400/ })
  test('are listed at the end with links', async ({ page }) => {
    const person = somebody()
    await callsOf(page).register({ body: person })
    await enter(page, person)
    await page.goto('/onboarding?step=words')
    await page.getByRole('button', { name: 'Finish' }).click()
    await expect(page.getByText('Please add your gender, who you’d like to meet, and your location.')).toBeVisible()
    await page.getByRole('button', { name: 'Go to this step' }).click()
    await expect(page.getByRole('heading', { name: 'About you' })).toBeVisible()
  })
})
