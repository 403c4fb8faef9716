import { live } from '../stripe-steps.ts'
import { newMember, signInAs, expect, stripeServer, test } from '../world.ts'

test.use({ baseURL: `http://127.0.0.1:${stripeServer.port}` })

test.describe('an unreachable gateway', () => {
  test.use({ expectedErrors: /Failed to load resource/ })
  test('shows an error and charges nothing', async ({ page }) => {
    await page.route('https://js.stripe.com/**', (route) => route.abort())
    await signInAs(page, await newMember(page))
    await page.goto('/premium/checkout?plan=monthly')
    await live(page)
    await expect(page.getByText('We can’t reach the payment provider. Please try again later.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Pay €/ })).toBeDisabled()
  })
})

test.describe('a location without tax', () => {
  test.use({ expectedErrors: /Failed to load resource/ })
  test('is refused, and stays while another plan is chosen', async ({ page }) => {
    await signInAs(page, await newMember(page))
    await page.goto('/premium/checkout?plan=monthly')
    await page.getByLabel('Country').selectOption('United States')
    await page.getByLabel('Postal code').fill('00000')
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('We don’t recognize this postal code.')
    // A change of plan keeps the fields.
    await page.getByRole('group', { name: 'Plan' }).getByRole('button', { name: 'Quarterly' }).click()
    await expect(page.getByLabel('Postal code')).toHaveValue('00000')
    await page.getByLabel('Country').selectOption('Germany')
    await page.getByLabel('Postal code').fill('10115')
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Pay €29.70' })).toBeVisible()
  })
})
