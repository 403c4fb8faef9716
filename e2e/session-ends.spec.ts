import { expire } from './expiry.ts'
import { callsOf, demoMember, signInAs, expect, linkIn, mailTo, newPerson, test } from './world.ts'

// Sessions that end in this tab or in others, and the page that users land on.

// Photo URLs expire with their session, so photos that are still loading aren't found.
test.use({ expectedErrors: /status of (401|404)|ERR_FAILED/ })

test('signing out clears the page at once, however slow the server', async ({ page, context }) => {
  await signInAs(page, demoMember)
  await page.goto('/home')
  const released = Promise.withResolvers<void>()
  const request = context.waitForEvent('request', (request) => request.url().endsWith('/auth/logout'))
  await context.route('**/auth/logout', async (route) => {
    await released.promise
    await route.continue()
  })
  const refreshToken = await page.evaluate(() => localStorage.getItem('refreshToken'))
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/welcome$/)
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  expect((await request).postDataJSON()).toEqual({ refreshToken })
  released.resolve()
})

test("a refresh in progress doesn't undo a sign-out", async ({ page, context }) => {
  const person = newPerson()
  await callsOf(page).register({ body: person })
  await signInAs(page, person)
  await page.goto('/settings#privacy')
  await expect(page.getByLabel('Show when I was last active')).toBeVisible()
  const late = Promise.withResolvers<void>()
  const request = context.waitForEvent('request', (request) => request.url().endsWith('/auth/refresh-token'))
  await context.route('**/auth/refresh-token', async (route) => {
    const answer = await route.fetch()
    await late.promise
    await route.fulfill({ response: answer })
  })
  await expire(page, 'token')
  await page.getByLabel('Show when I was last active').click()
  await request
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/welcome$/)
  late.resolve()
  // The page holds this lock until it has processed the response.
  const locks = () => page.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name))
  await expect.poll(locks).not.toContain('kindred.refresh')
  await page.reload()
  await expect(page.getByRole('link', { name: /Join|Sign in/ }).first()).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test("a link that verifies someone else's address doesn't sign anyone in as them", async ({ page }) => {
  const [dave, alva] = [newPerson('Dave'), newPerson('Alva')]
  await callsOf(page).register({ body: dave })
  const link = linkIn(await mailTo(page, dave.email, /Confirm your email/))
  await callsOf(page).register({ body: alva })
  await signInAs(page, alva)
  await page.goto(link)
  await expect(page.getByText('You’re still signed in as Alva.')).toBeVisible()
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('user')!) as { email: string })
  expect(stored.email).toBe(alva.email)
  await page.goto('/settings')
  await expect(page.getByText(alva.email)).toBeVisible()
})

test('a tab reloads when another tab signs in as someone else', async ({ page, context }) => {
  const [dave, alva] = [newPerson('Dave'), newPerson('Alva')]
  for (const person of [dave, alva]) await callsOf(page).register({ body: person })
  await signInAs(page, alva)
  await page.goto('/support')
  await page.getByLabel('What happened?').fill('What Alva wrote is hers alone.')
  const other = await context.newPage()
  await signInAs(other, dave)
  await expect(page.getByLabel('What happened?')).toHaveValue('')
  await other.close()
})
