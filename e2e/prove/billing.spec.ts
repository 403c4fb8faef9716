import type { Page } from '@playwright/test'
import { give, isVIP, own, toCheckout } from '../billing-steps.ts'
import { newMember, signInAs, expect, clockServer, test } from '../world.ts'

// A missing subscription is a valid answer, but the browser logs its 404 as an error.
test.use({ baseURL: `http://127.0.0.1:${clockServer.port}`, expectedErrors: /status of 404/ })

const pass = async (page: Page, days: number) =>
  expect((await page.request.post('/dev/payments/clock', { data: { days } })).ok()).toBe(true)

// These journeys share the sandbox's clock, so they run one at a time.
test.describe.configure({ mode: 'serial' })

test('a declined card shows why and is not charged', async ({ page }) => {
  await signInAs(page, await newMember(page))
  await toCheckout(page, 'Monthly')
  await give(page, 'Has insufficient funds')
  await expect(page.getByText('Your card has insufficient funds.')).toBeVisible()
  await give(page, 'Has expired')
  await expect(page.getByText('Your card has expired.')).toBeVisible()
  await expect.poll(() => isVIP(page)).toBe(false)
  await page.goto('/premium')
  await expect(page.getByRole('button', { name: 'Continue to payment' })).toBeVisible()
})

test('a failed renewal shows its last day of grace, and another card pays at once', async ({ page }) => {
  await signInAs(page, await newMember(page))
  await toCheckout(page, 'Monthly')
  await give(page, 'Succeeds, then fails at renewal')
  await expect(page.getByText('Thank you! Premium is active')).toBeVisible()
  await pass(page, 32)
  await page.goto('/premium')
  await expect(own(page).getByText('Past due')).toBeVisible()
  await expect(own(page).getByText(/You have Premium until/)).toBeVisible()
  await own(page).getByRole('button', { name: 'Use another card' }).click()
  await expect(page.getByRole('heading', { name: 'Add card' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await give(page, 'Succeeds', 'Use this card')
  await expect(page.getByText('Your card is saved. We’ll use it from now on.')).toBeVisible()
  await page.getByRole('link', { name: 'Your subscription' }).click()
  await expect(own(page).getByText('Active')).toBeVisible()
  await expect(own(page).getByText(/It renews on/)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: '4242' }).getByText('In use')).toBeVisible()
})

test.describe('a disputed first payment', () => {
  test.use({ expectedErrors: /status of 40[49]/ })

  test('brings no premium, and says that the bank disputes it', async ({ page }) => {
    await signInAs(page, await newMember(page))
    await toCheckout(page, 'Annual')
    await give(page, 'Succeeds, then is disputed')
    await expect(page.getByText('If you’ve just paid, your bank disputes the payment.')).toBeVisible()
    expect(await isVIP(page)).toBe(false)
  })
})
