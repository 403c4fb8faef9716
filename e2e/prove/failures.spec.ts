import type { Page } from '@playwright/test'
import { withArticle } from '../screens.ts'
import { takeOverClock, expectSoon } from '../controlled-clock.ts'
import { isVIP, payer } from '../failures-steps.ts'
import {
  administrator,
  callsOf,
  newMember,
  signInAs,
  expect,
  fillJoinForm,
  picture,
  newPerson,
  test,
} from '../world.ts'

// Error texts from the specification, each on the screen where it belongs.

test.use({ expectedErrors: /status of (400|401|404|409|500)|ERR_FAILED/ })

const failing = (page: Page, path: string) =>
  page.route(`**/api/v1${path}`, (route) => route.fulfill({ status: 500, json: {} }))

test('a subscription that fails to load shows its own error, and loads on retry', async ({ page }) => {
  await payer(page)
  await page.getByRole('button', { name: /^Pay €/ }).click()
  await expect(page.getByText('Thank you! Premium is active')).toBeVisible()
  await failing(page, '/subscription/current')
  await page.goto('/premium')
  const problem = page.getByText('Failed to get current subscription')
  await expectSoon(page, problem)
  await expect(page.getByText('An unknown error occurred')).toHaveCount(0)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(problem).toHaveCount(0)
  await failing(page, '/get_user_subscriptions')
  await page.reload()
  await expectSoon(page, page.getByText('Failed to get subscriptions'))
  await page.unrouteAll()
  await page.route('**/subscription/current', (route) => route.abort())
  await page.reload()
  await expectSoon(page, page.getByText('No response from server. Please check your internet connection.'))
})

test('invoices and cards that fail to load never appear as empty lists', async ({ page }) => {
  await payer(page)
  await page.getByRole('button', { name: /^Pay €/ }).click()
  await expect(page.getByText('Thank you! Premium is active')).toBeVisible()
  await failing(page, '/subscription/invoices**')
  await failing(page, '/subscription/payment-methods')
  await failing(page, '/subscription/preview**')
  // The page may still be storing its last response.
  await page.goto('/healthz')
  await page.evaluate(() => localStorage.removeItem('kindred.premium.invoices'))
  await page.goto('/premium')
  await expectSoon(page, page.getByText('Failed to get invoices'))
  await expectSoon(page, page.getByText('Failed to get payment methods'))
  await expect(page.getByText(/paid (anything )?yet/)).toHaveCount(0)
  await page.getByLabel('Annual').check()
  await expect(page.getByText('Failed to get subscription', { exact: true })).toBeVisible()
  await page.unrouteAll()
  for (const text of ['Failed to get invoices', 'Failed to get payment methods'])
    await page.getByRole('alert').filter({ hasText: text }).getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('visa •••• 4242')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: '12.90' })).toBeVisible()
})

test('premium granted while the app is open shows up on the next visit, despite the stored user', async ({
  page,
  browser,
}) => {
  const ada = await newMember(page)
  await signInAs(page, ada)
  const known = page.waitForResponse('**/auth/profile')
  await page.goto('/discover')
  await (await known).finished()
  const office = await browser.newPage()
  const { data } = await callsOf(office).login({ body: administrator })
  const given = await office.request.post(`/api/v1/admin/users/${ada.user._id}/premium`, {
    headers: { authorization: `Bearer ${data.token}` },
    data: { months: 1, reason: 'A present' },
  })
  expect(given.ok()).toBe(true)
  expect(await isVIP(page)).toBe(false)
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('main').getByRole('link', { name: 'Premium' }).click()
  await expect(page.getByRole('region', { name: 'Your subscription' })).toContainText('A gift from us')
  await expect.poll(() => isVIP(page)).toBe(true)
  await office.close()
})

test("if a confirmation's answer is lost, the current subscription shows that it succeeded", async ({ page }) => {
  await payer(page)
  await page.route('**/subscription/confirm', async (route) => {
    await route.fetch()
    await route.fulfill({ status: 500, json: {} })
  })
  await page.getByRole('button', { name: /^Pay €/ }).click()
  await expectSoon(page, page.getByText('Thank you! Premium is active'))
  await expect.poll(() => isVIP(page)).toBe(true)
})

test('a data download says why it failed', async ({ page }) => {
  await page.goto('/settings/export#token=no-such-token')
  const go = page.getByRole('button', { name: 'Download file' })
  const alert = page.getByRole('main').getByRole('alert')
  await failing(page, '/auth/export/file')
  await go.click()
  await expect(alert).toHaveText('Server error: Please try again later.')
  await page.unrouteAll()
  await go.click()
  await expect(alert).toHaveText('This link has expired. You can request a new one in Settings.')
  await page.route('**/auth/export/file', (route) => route.fulfill({ body: 'zip' }))
  await page.evaluate(() => {
    Response.prototype.blob = () => Promise.reject(new TypeError('network error'))
  })
  await go.click()
  await expect(alert).toHaveText(/^The download was interrupted/)
  await page.unrouteAll()
  await page.route('**/auth/export/file', (route) => route.abort())
  await go.click()
  await expect(alert).toContainText('Network error')
})

test('joining explains an error that belongs to no field', async ({ page }) => {
  const person = newPerson()
  const answers: object[] = [
    { errors: [{ path: 'timeZone', msg: 'There is no such time zone.' }] },
    { message: 'Too many people join right now.', errors: [{ path: 'elsewhere', msg: 'Later.' }] },
  ]
  await page.route('**/auth/register', (route) => route.fulfill({ status: 400, json: answers.shift() }))
  await fillJoinForm(page, person)
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(page.getByText('There is no such time zone.')).toBeVisible()
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(page.getByText('Too many people join right now.')).toBeVisible()
  await expect(page.getByText('There is no such time zone.')).toHaveCount(0)
})

test('the web sends what the specification defines', async ({ page }) => {
  const ada = await newMember(page)
  await signInAs(page, ada)
  const sent = (method: string, path: string) =>
    page.waitForRequest((request) => request.method() === method && request.url().endsWith(path))
  await page.goto('/profile')
  const second = sent('PUT', '/auth/upload-pictures')
  await page.getByRole('button', { name: /^Photos/ }).click()
  await page.getByLabel('Choose photos').setInputFiles({ name: 'two.png', mimeType: 'image/png', buffer: picture })
  await page.getByRole('dialog', { name: 'Your photo' }).getByRole('button', { name: 'Done' }).click()
  expect((await second).postDataJSON()).toEqual({
    imagesData: [
      {
        url: expect.stringContaining('/api/v1/'),
        publicId: expect.any(String),
        name: expect.any(String),
        size: expect.any(Number),
        mimeType: expect.stringMatching(/^image\//),
      },
    ],
  })
  await page.goto('/settings#privacy')
  const hidden = sent('PUT', '/auth/show-last-active')
  await page.getByLabel('Show when I was last active').click()
  expect((await hidden).postDataJSON()).toEqual({ showLastActive: false })
})

test('editing a profile shows whether it still has to be completed', async ({ page }) => {
  await signInAs(page, await newMember(page))
  const due = () =>
    page.evaluate(
      () =>
        (JSON.parse(localStorage.getItem('kindred.session') ?? '{}') as { requiresProfileCompletion?: boolean })
          .requiresProfileCompletion,
    )
  await page.goto('/profile')
  await expect.poll(due).toBe(false)
  await page.route('**/auth/edit-profile', async (route) => {
    const answer = await route.fetch()
    const { update } = (await answer.json()) as { update: { user: object } }
    await route.fulfill({ json: { update: { user: { ...update.user, profileComplete: false } } } })
  })
  await page.getByRole('button', { name: /^Bio/ }).click()
  await page.getByLabel('A few lines about you').fill('I bake bread.')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect.poll(due).toBe(true)
})

const screens = {
  member: [
    '/discover',
    '/search',
    '/likes',
    '/matches',
    '/questions',
    '/premium',
    '/settings',
    '/support',
    '/notifications',
    '/members/0b0e7a4e-0000-4000-8000-000000000000',
    '/chat/0196a000-0000-7000-8000-000000000000',
    '/rules',
  ],
  administrator: [
    '/dashboard',
    '/users',
    '/users/0b0e7a4e-0000-4000-8000-000000000000',
    '/reports',
    '/reports/0196a000-0000-7000-8000-000000000000',
    '/subscriptions',
    '/photos',
    '/audit',
    '/batches',
    '/approvals',
    '/appeals',
    '/transparency',
    '/failed-jobs',
    '/configuration',
    '/monitoring',
    '/order',
  ],
}

for (const [who, paths] of Object.entries(screens))
  test(`an answer without the expected body breaks no screen of ${withArticle(who)}`, async ({ page }) => {
    test.setTimeout(180_000)
    await takeOverClock(page)
    await signInAs(page, who === 'member' ? await newMember(page) : administrator)
    await page.route(/\/api\/v1\/(?!auth\/profile|status)/, (route) => route.fulfill({ json: {} }))
    for (const path of paths) {
      await page.goto(path)
      await expectSoon(page, page.getByText(/An unknown error occurred|Failed to get/).first(), path)
      await expect(page.getByText(/couldn’t load|undefined|Cannot read|is not iterable/), path).toHaveCount(0)
    }
  })

test('an operation with an empty answer shows its own error', async ({ page }) => {
  await page.route('**/auth/login', (route) => route.fulfill({ json: {} }))
  await page.goto('/login')
  await page.getByLabel('Email').fill('ines@kindred.example')
  await page.getByLabel('Password').fill('whatever it is')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Login failed')).toBeVisible()
  await page.unrouteAll()
  await signInAs(page, await newMember(page))
  await page.route('**/subscription/create', (route) => route.fulfill({ json: {} }))
  await page.goto('/premium/checkout?plan=annual')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByText('Failed to create subscription')).toBeVisible()
  await page.route('**/auth/delete-profile-picture', (route) => route.fulfill({ json: {} }))
  await page.goto('/profile')
  await page.getByRole('button', { name: /^Photos/ }).click()
  await page.getByRole('button', { name: 'Photo 1', exact: true }).click()
  await page.getByRole('button', { name: 'Delete photo' }).click()
  await expect(page.getByText('Failed to delete profile image')).toBeVisible()
})
