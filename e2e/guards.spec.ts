import { callsOf, codeIn, demoMember, signInAs, expect, mailTo, newPerson, test } from './world.ts'

// The page that opens after signing in, and behind the logo.

test('the requested page opens after signing in', async ({ page }) => {
  await page.goto('/settings#sessions')
  await expect(page).toHaveURL(/\/signin\?from=/)
  await page.getByLabel('Email').fill(demoMember.email)
  await page.getByLabel('Password', { exact: true }).fill(demoMember.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/settings/)
})

test('a redirect to another site is ignored after signing in', async ({ page }) => {
  await page.goto('/signin?from=//evil.example/path')
  await page.getByLabel('Email').fill(demoMember.email)
  await page.getByLabel('Password', { exact: true }).fill(demoMember.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/127\.0\.0\.1:\d+\/discover/)
})

test('the logo leads members to Discover, and unfinished members to the open step of onboarding', async ({ page }) => {
  const logo = page.getByRole('link', { name: 'kindred', exact: true })
  await signInAs(page, demoMember)
  await page.goto('/settings')
  await logo.click()
  await expect(page).toHaveURL(/\/discover$/)
  const person = newPerson()
  const { verificationToken } = await callsOf(page).register({ body: person })
  const code = codeIn(await mailTo(page, person.email, /Confirm your email/))
  const { token } = await callsOf(page).verifyEmail({ body: { verificationToken, code } })
  await callsOf(page, token).editProfile({ body: { gender: 'woman' } })
  await signInAs(page, person)
  await page.goto('/settings')
  await logo.click()
  await expect(page.getByText('Step 7 of 13')).toBeVisible()
})
