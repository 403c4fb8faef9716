import { expire } from './expiry.ts'
import { callsOf, demoMember, signInAs, expect, newPerson, test } from './world.ts'

test.use({ expectedErrors: /status of 401|ERR_FAILED|Failed to fetch dynamically|Error: Failed/ })

test('an expired access token is renewed unnoticed', async ({ page }) => {
  await signInAs(page, demoMember)
  const before = await page.evaluate(() => localStorage.getItem('refreshToken'))
  await expire(page, 'token')
  await page.goto('/settings#sessions')
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('refreshToken'))).not.toBe(before)
})

test('an ended session leads to the sign-in and back to the page', async ({ page }) => {
  const person = newPerson()
  await callsOf(page).register({ body: person })
  await signInAs(page, person)
  await page.goto('/settings#sessions')
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
  await callsOf(page).logout({
    body: { refreshToken: await page.evaluate(() => localStorage.getItem('refreshToken')) },
  })
  await page.reload()
  await expect(page).toHaveURL(/\/signin\?from=/)
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/settings#sessions$/)
})

test("tabs follow each other's sign-ins and sign-outs", async ({ page, context }) => {
  const other = await context.newPage()
  await page.goto('/signin')
  await other.goto('/privacy')
  await page.getByLabel('Email').fill(demoMember.email)
  await page.getByLabel('Password', { exact: true }).fill(demoMember.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/discover$/)
  await expect(other.getByRole('button', { name: 'Logout' })).toBeVisible()
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/signin/)
  await expect(other).toHaveURL(/\/welcome$/)
})

test("tabs that refresh concurrently don't sign each other out", async ({ page, context }) => {
  const person = newPerson()
  await callsOf(page).register({ body: person })
  await signInAs(page, person)
  await expire(page, 'token')
  const tabs = await Promise.all([1, 2, 3].map(() => context.newPage()))
  await Promise.all(tabs.map((tab) => tab.goto('/settings#sessions')))
  for (const tab of tabs) await expect(tab.getByText('This device', { exact: true })).toBeVisible()
})

test('a flag in the browser does not make an administrator', async ({ page }) => {
  await signInAs(page, demoMember)
  await page.evaluate(() =>
    localStorage.setItem('user', JSON.stringify({ ...JSON.parse(localStorage.getItem('user')!), isAdmin: true })),
  )
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/home$/)
  await expect.poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('user')!).isAdmin)).toBe(false)
})

test('logging out clears this browser even if the request never reaches the server', async ({ page, context }) => {
  await signInAs(page, demoMember)
  await page.goto('/home')
  await context.route('**/auth/logout', (route) => route.abort())
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/welcome$/)
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
})
