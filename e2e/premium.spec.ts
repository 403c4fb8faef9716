import { dater, enter, expect, test } from './world.ts'

const choose = async (page: import('@playwright/test').Page, card: string) => {
  await page.getByLabel('Test card').selectOption(card)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
}

test('a member pays after a declined card and a bank confirmation, sees who likes them, and cancels in one click', async ({
  page,
}) => {
  const ada = await dater(page)
  await enter(page, ada)
  await page.goto('/premium')
  await expect(page.getByText('Paying never changes the order in which people are shown.')).toBeVisible()
  await page.getByLabel('Monthly').check()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await choose(page, 'Is declined')
  await expect(page.getByText('Your card was declined. Please try another one.')).toBeVisible()
  await choose(page, 'Asks for confirmation')
  await page.getByRole('button', { name: 'Yes, it’s me' }).click()
  await expect(page.getByText('Thank you! Premium is on')).toBeVisible()
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('user')!).isVIP)).toBe(true)
  await page.getByRole('link', { name: 'See who likes you' }).click()
  await expect(page.getByText('No likes yet')).toBeVisible()
  await page.goto('/premium')
  await expect(page.getByText(/It renews on/)).toBeVisible()
  await expect(page.getByText('visa •••• 3155')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(page.getByText('You won’t be charged again.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep Premium' }).click()
  await expect(page.getByText(/It renews on/)).toBeVisible()
  await page.getByLabel('Annual').check()
  await expect(page.getByText(/for your remaining time/)).toBeVisible()
  await page.getByRole('button', { name: 'Change plan now' }).click()
  await expect(page.getByRole('region', { name: 'Your subscription' }).getByText('Annual')).toBeVisible()
})

// A service worker would answer before these interceptors.
test.describe('invoices', () => {
  test.use({ serviceWorkers: 'block' })

  test('invoices are paged', async ({ page }) => {
    await enter(page, await dater(page))
    const now = new Date().toISOString()
    const subscription = {
      _id: crypto.randomUUID(),
      plan: 'monthly',
      amount: 1290,
      status: 'active',
      currentPeriodStart: now,
      currentPeriodEnd: now,
      createdAt: now,
      updatedAt: now,
      canceledAt: null,
      cancelAtPeriodEnd: false,
      trialStart: null,
      trialEnd: null,
    }
    const invoice = (amount: number) => ({
      _id: crypto.randomUUID(),
      plan: 'monthly',
      created: now,
      period_start: now,
      period_end: now,
      amount,
      tax: 0,
      refunded: 0,
      currency: 'EUR',
      status: 'paid',
      link: null,
    })
    const [first, second] = [invoice(1111), invoice(2222)]
    await page.route('**/subscription/current', (route) => route.fulfill({ json: { subscription } }))
    await page.route('**/subscription/invoices**', (route) =>
      route.fulfill({
        json: {
          data: route.request().url().endsWith(`before=${first._id}`)
            ? { invoices: [second], nextBefore: null }
            : { invoices: [first], nextBefore: first._id },
        },
      }),
    )
    await page.goto('/premium')
    await expect(page.getByText('€11.11')).toBeVisible()
    await page.getByRole('button', { name: 'Older invoices' }).click()
    await expect(page.getByText('€22.22')).toBeVisible()
    await expect(page.getByText('€11.11')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Older invoices' })).toHaveCount(0)
  })
})
