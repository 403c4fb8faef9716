import { present } from '../../scripts/present.ts'
import { anySize, newMember, signInAs, expect, test } from '../world.ts'

test.describe('invoices', () => {
  test('invoices are paged', anySize, async ({ page }) => {
    await signInAs(page, await newMember(page))
    const now = present().toISOString()
    const subscription = {
      _id: crypto.randomUUID(),
      plan: 'monthly',
      amount: 1290,
      currency: 'EUR',
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
    await page.route('**/get_user_subscriptions', (route) =>
      route.fulfill({ json: { data: { subscriptions: [subscription] } } }),
    )
    const cancellation = { until: now, refund: 0, credit: 0, currency: 'EUR' }
    await page.route('**/subscription/cancel/preview', (route) => route.fulfill({ json: { data: cancellation } }))
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
