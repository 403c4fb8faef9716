import { anySize, administrator, newMember, signInAs, expect, test } from '../world.ts'

test.use({ expectedErrors: /status of 401|net::ERR_FAILED/ })

test('by default an administrator lands on the dashboard, and logs out to the sign-in', anySize, async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill(administrator.email)
  await page.getByLabel('Password').fill(administrator.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Admin', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => ['token', 'user', 'refreshToken'].map((key) => localStorage.getItem(key)))).toEqual([
    null,
    null,
    null,
  ])
})

test(
  'an answer without a role makes an administrator of `isAdmin`, also while the API is away',
  anySize,
  async ({ page }) => {
    await page.route('**/auth/login', async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      delete json.data.user.staffRole
      await route.fulfill({ response, json })
    })
    await page.goto('/login')
    await page.getByLabel('Email').fill(administrator.email)
    await page.getByLabel('Password').fill(administrator.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/dashboard$/)
    // The stored user of an earlier version has no role.
    await page.evaluate(() => {
      const { staffRole: _, ...user } = JSON.parse(localStorage.getItem('user')!)
      localStorage.setItem('user', JSON.stringify(user))
    })
    await page.route('**/api/v1/**', (route) => route.abort())
    await page.goto('/users')
    await expect(page.getByRole('heading', { level: 1, name: 'Users Management' })).toBeVisible()
  },
)

test('an error is shown until a field is edited, and empty fields do nothing', anySize, async ({ page }) => {
  await page.goto('/login')
  const sent: string[] = []
  page.on('request', (request) => request.url().includes('/auth/login') && sent.push(request.url()))
  await page.getByRole('button', { name: 'Sign In' }).click()
  expect(sent).toEqual([])
  await page.getByLabel('Email').fill(administrator.email)
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Sign In' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Wrong email or password' })
  await expect(alert).toBeVisible()
  await page.getByLabel('Password').press('End')
  await page.getByLabel('Password').press('x')
  await expect(alert).toBeHidden()
})

test('staff find the back office on the home page, and members have no link to it', async ({ page }) => {
  await signInAs(page, administrator)
  await page.goto('/home')
  await page.getByRole('main').getByRole('link', { name: 'Back office' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await signInAs(page, await newMember(page))
  await page.goto('/home')
  await expect(page.getByRole('main').getByRole('link', { name: 'Get Started' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back office' })).toHaveCount(0)
})
