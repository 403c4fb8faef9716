import { anySize, administrator, demoMember, expect, test } from './world.ts'

test.use({ expectedErrors: /status of 401|net::ERR_FAILED/ })

test("the administrators' sign-in has the specified texts", async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  for (const text of [
    'Manage users, subscriptions, and platform analytics',
    'Sign in to your admin account',
    'Contact system administrator for access credentials',
  ])
    await expect(page.getByText(text)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
  await expect(page.getByLabel('Email')).toHaveAttribute('required', '')
  await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password')
  await expect(page.getByLabel('Password')).toHaveAttribute('required', '')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
})

test(
  'the button shows progress, and an administrator lands on the requested page, replacing history',
  anySize,
  async ({ page }) => {
    await page.goto('/welcome')
    await page.goto('/reports')
    await expect(page).toHaveURL(/\/login/)
    await page.getByLabel('Email').fill(administrator.email)
    await page.getByLabel('Password').fill(administrator.password)
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/auth/login', async (route) => {
      await released
      await route.continue()
    })
    await page.getByRole('button', { name: 'Sign In' }).click()
    const busy = page.getByRole('button', { name: 'Signing In...' })
    await expect(busy).toBeDisabled()
    const spinner = busy.locator('[data-spin]')
    const angle = () => spinner.evaluate((element) => getComputedStyle(element).transform)
    const box = await spinner.boundingBox()
    // A square keeps its width at any angle.
    expect(box!.width).toBeGreaterThan(12)
    expect(Math.abs(box!.width - box!.height)).toBeLessThan(1)
    const before = await angle()
    await expect.poll(angle).not.toBe(before)
    release()
    await expect(page).toHaveURL(/\/reports$/)
    await page.goBack()
    await expect(page).toHaveURL(/\/welcome$/)
  },
)

test('a member stays on the page, reads the warning, and can continue', anySize, async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill(demoMember.email)
  await page.getByLabel('Password').fill(demoMember.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText("You don't have admin privileges to access this panel.")).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeTruthy()
  await page.getByRole('link', { name: 'Go on to Kindred' }).click()
  await expect(page).toHaveURL(/\/home$/)
  await page.goto('/login')
  await expect(page).toHaveURL(/\/home$/)
})

test('members see at once where they sign in and join, on a phone too', anySize, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/login')
  await expect(page.getByRole('link', { name: 'join', exact: true })).toBeInViewport()
  await expect(page.getByRole('link', { name: 'Sign in here' })).toBeInViewport()
  await page.getByRole('link', { name: 'Sign in here' }).click()
  await expect(page).toHaveURL(/\/signin$/)
})

test('an administrator who asked for the home page gets it after signing in', async ({ page }) => {
  await page.goto('/home')
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel('Email').fill(administrator.email)
  await page.getByLabel('Password').fill(administrator.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/home$/)
})
