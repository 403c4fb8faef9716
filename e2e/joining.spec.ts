import type { Page } from '@playwright/test'
import { anySize, codeIn, expect, fillJoinForm, linkIn, mailTo, newPerson, test } from './world.ts'

test.use({ mayComplain: /status of (400|401|409)/ })

const submit = (page: Page) => page.getByRole('button', { name: 'Join', exact: true }).click()

test('a new member joins and verifies their address by code', async ({ page }) => {
  const person = newPerson()
  await fillJoinForm(page, person)
  await submit(page)
  await expect(page).toHaveURL(/\/verify-email$/)
  await expect(page.getByText(`We sent a 6-digit code to ${person.email}`)).toBeVisible()
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('alert')).toContainText('This code isn’t right. You have 4 tries left')
  await page.getByLabel('Code').fill(codeIn(await mailTo(page, person.email, /Confirm your email/)))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/onboarding$/)
  await expect(page.getByText('Step 1 of 8')).toBeVisible()
})

test(
  'a new member verifies by link in a fresh browser, where they choose a password',
  anySize,
  async ({ page, browser }) => {
    const person = newPerson()
    await fillJoinForm(page, person)
    await submit(page)
    await expect(page).toHaveURL(/\/verify-email$/)
    const link = linkIn(await mailTo(page, person.email, /Confirm your email/))
    const elsewhere = await (await browser.newContext()).newPage()
    await elsewhere.goto(new URL(link, page.url()).href)
    await expect(elsewhere.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
    expect(elsewhere.url()).not.toContain('token')
    await elsewhere.getByLabel('New password').fill('87654321')
    await elsewhere.getByRole('button', { name: 'Save password' }).click()
    await expect(elsewhere.getByText('This password is too common')).toBeVisible()
    await elsewhere.getByLabel('New password').fill('lantern over the weir')
    await elsewhere.getByRole('button', { name: 'Save password' }).click()
    await elsewhere.getByRole('link', { name: 'Continue' }).click()
    await expect(elsewhere).toHaveURL(/\/onboarding$/)
    await elsewhere.context().close()
  },
)

test('another code can be requested', anySize, async ({ page }) => {
  const person = newPerson()
  await fillJoinForm(page, person)
  await submit(page)
  await expect(page).toHaveURL(/\/verify-email$/)
  const first = codeIn(await mailTo(page, person.email, /Confirm your email/))
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await expect(page.getByText('We’ve sent a new code')).toBeVisible()
  await expect.poll(async () => codeIn(await mailTo(page, person.email, /Confirm your email/))).not.toBe(first)
  await page.getByLabel('Code').fill(codeIn(await mailTo(page, person.email, /Confirm your email/)))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/onboarding$/)
})

test('everything that is wrong appears at once at its field, and focus moves to the first', async ({ page }) => {
  await page.goto('/join')
  const says = (label: string | RegExp, text: string) =>
    expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(text)
  await submit(page)
  await expect(page.getByLabel('First name')).toBeFocused()
  for (const label of ['First name', 'Last name', 'Email', 'Password']) await says(label, 'This field is required.')
  await says('Date of birth', 'Please enter your date of birth.')
  await says(/I’m 18 or older/, 'Please agree to the terms to join.')
  await fillJoinForm(page, { ...newPerson(), dateOfBirth: '2015-02-03', password: 'password1' })
  await page.getByLabel(/I’m 18 or older/).uncheck()
  await submit(page)
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await says('Password', 'This password is too common. Please choose another.')
  await says('Date of birth', 'You need to be 18 or older to use Kindred.')
  await says(/I’m 18 or older/, 'Please agree to the terms to join.')
})

test('a taken address is reported as such', anySize, async ({ page }) => {
  await fillJoinForm(page, { ...newPerson(), email: 'zoe@demo.kindred.example' })
  await submit(page)
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('User already exists')
})

test('a forgotten password is replaced through the mailed link', anySize, async ({ page }) => {
  const person = newPerson()
  await fillJoinForm(page, person)
  await submit(page)
  await expect(page).toHaveURL(/\/verify-email$/)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/welcome$/)
  await page.goto('/signin')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.goto(linkIn(await mailTo(page, person.email, /Reset your/)))
  await page.getByLabel('New password').fill('password1')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/too common/)
  await page.getByLabel('New password').fill('cedar window thirteen')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill('cedar window thirteen')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/onboarding$/)
})

test('a new member can join by keyboard alone', async ({ page }) => {
  const person = newPerson()
  await page.goto('/join')
  await page.getByLabel('First name').focus()
  for (const text of [person.firstName, person.lastName, person.email, person.password]) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Tab') // skips the button that shows the password
  await page.keyboard.type('17051994')
  await page.getByLabel(/I’m 18 or older/).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/verify-email$/)
})
