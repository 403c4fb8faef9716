import { callsOf, codeIn, newMember, signInAs, expect, mailTo, newPerson, test } from './world.ts'

test.describe('without the terms', () => {
  test.use({ expectedErrors: /status of 403/ })
  test('the app asks for them on every page, and Discover names the other one it needs', async ({ page }) => {
    const { acceptTerms: _, acceptSpecialCategory: __, ...person } = newPerson()
    const { verificationToken } = await callsOf(page).register({ body: person })
    const code = codeIn(await mailTo(page, person.email, /Confirm your email/))
    await callsOf(page).verifyEmail({ body: { verificationToken, code } })
    await signInAs(page, person)
    for (const path of ['/onboarding', '/matches', '/settings', '/discover']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Before you start' })).toBeVisible()
    }
    await expect(page.getByRole('button', { name: 'Send me my data' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Delete my account' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    await page.getByRole('button', { name: 'Agree and continue' }).click()
    const terms = page.getByRole('checkbox', { name: /I’m 18 or older/ })
    await expect(terms).toBeFocused()
    await expect(terms).toHaveAccessibleDescription('Please agree to the terms to continue.')
    await terms.check()
    await page.getByRole('button', { name: 'Agree and continue' }).click()
    await expect(page).toHaveURL(/\/discover$/)
    await expect(page.getByRole('heading', { name: 'We need your consent to find people' })).toBeVisible()
    await page.getByRole('button', { name: 'I agree' }).click()
    await expect(page.getByRole('heading', { name: 'Finish your profile first' })).toBeVisible()
  })
})

test('withdrawing a consent explains the effect, pauses Discover, and can be undone', async ({ page }) => {
  const ada = await newMember(page)
  await signInAs(page, ada)
  await page.goto('/settings#consents')
  const agreed = page.getByLabel('Use of my dating preferences, religion and beliefs')
  await expect(agreed).toBeChecked()
  await agreed.click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw your consent?' })
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(agreed).toBeChecked()
  await agreed.click()
  await dialog.getByRole('button', { name: 'Withdraw consent' }).click()
  await expect(agreed).not.toBeChecked()
  await expect(page.getByText(/This is hidden from everyone, and we’ll erase it on/)).toBeVisible()
  await page.goto('/discover')
  await page.getByRole('button', { name: 'I agree' }).click()
  await expect(page.getByRole('heading', { name: 'We need your consent to find people' })).toBeHidden()
  await page.goto('/settings#consents')
  await expect(agreed).toBeChecked()
  await expect(page.getByText(/This is hidden from everyone/)).toBeHidden()
  expect((await ada.client.getProfile()).userData.user).toMatchObject({
    profileComplete: true,
    interestedIn: ['woman', 'man', 'non-binary'],
  })
})
