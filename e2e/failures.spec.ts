import { expectSoon } from './controlled-clock.ts'
import { isVIP, payer } from './failures-steps.ts'
import { expect, test } from './world.ts'

// Error texts from the specification, each on the screen where it belongs.

test.use({ expectedErrors: /status of (400|401|404|409|500)|ERR_FAILED/ })

test('a payment whose confirmation is lost is checked, never charged twice', async ({ page }) => {
  await payer(page)
  await page.route('**/subscription/confirm', (route) => route.abort())
  await page.route('**/subscription/current', (route) => route.abort())
  await page.getByRole('button', { name: /^Pay €/ }).click()
  await expectSoon(page, page.getByText(/we couldn’t confirm the payment yet/))
  await expect(page.getByRole('button', { name: /^Pay €/ })).toHaveCount(0)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('Thank you! Premium is active')).toBeVisible()
  await expect.poll(() => isVIP(page)).toBe(true)
})
