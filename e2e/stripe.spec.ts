import type { Page } from '@playwright/test'
import { live } from './stripe-steps.ts'
import { newMember, signInAs, expect, stripeServer, test } from './world.ts'

test.use({ baseURL: `http://127.0.0.1:${stripeServer.port}` })

/** Replaces Stripe's script with a card field and a request to confirm the payment. */
const script = `window.Stripe = (key) => ({
  elements: ({ clientSecret }) => ({
    clientSecret,
    create: () => ({
      mount: (place) => {
        const field = document.createElement('input')
        field.setAttribute('aria-label', 'Card number with ' + key)
        place.append(field)
      },
    }),
  }),
  confirmPayment: async ({ elements, confirmParams }) => {
    const { value } = document.querySelector('[aria-label^="Card number"]')
    const body = JSON.stringify({ secret: elements.clientSecret, card: value })
    const answer = await (await fetch('https://api.stripe.com/confirm', { method: 'POST', body })).json()
    if (answer.away) location.assign(confirmParams.return_url)
    return answer.away ? new Promise(() => {}) : answer
  },
})`

async function standIn(page: Page): Promise<void> {
  const headers = { 'access-control-allow-origin': '*' }
  await page.route('https://js.stripe.com/v3/', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
  await page.route('https://api.stripe.com/**', async (route) => {
    const { secret, card } = route.request().postDataJSON() as { secret: string; card: string }
    if (card.endsWith('0002'))
      return route.fulfill({ headers, json: { error: { message: 'Your card was declined.' } } })
    await page.request.post(`http://127.0.0.1:${stripeServer.stripe}/browser/pay?secret=${secret}`)
    return route.fulfill({ headers, json: card.endsWith('3155') ? { away: true } : {} })
  })
}

const policyOf = async (page: Page, path: string) =>
  (await page.request.get(path)).headers()['content-security-policy']!

test('the payment page is a separate document, and no other page can load anything from Stripe', async ({ page }) => {
  await standIn(page)
  await signInAs(page, await newMember(page))
  expect(await policyOf(page, '/premium/checkout?plan=monthly')).toContain('https://js.stripe.com')
  for (const path of ['/premium', '/discover', '/premium/checkouts', '/'])
    expect(await policyOf(page, path)).not.toContain('stripe')
  await page.goto('/premium')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByText('Prices include tax. Where you live decides how much of it is tax.')).toBeVisible()
  await live(page)
  await page.getByLabel('Card number with pk_test_journeys').fill('4000 0000 0000 0002')
  await page.getByRole('button', { name: /^Pay €/ }).click()
  await expect(page.getByRole('alert')).toContainText('Your card was declined.')
  await page.getByLabel('Card number with pk_test_journeys').fill('4242 4242 4242 4242')
  await page.getByRole('button', { name: /^Pay €/ }).click()
  await expect(page.getByText('Thank you! Premium is active')).toBeVisible()
  await page.getByRole('link', { name: 'Your subscription' }).click()
  await expect(page.getByText('It renews on')).toBeVisible()
  await expect(page.getByText('including €4.74 tax')).toBeVisible()
  expect(await page.evaluate(() => 'Stripe' in window)).toBe(false)
})

test("a payer sent to their bank's page returns to the paid order", async ({ page }) => {
  await standIn(page)
  await signInAs(page, await newMember(page))
  await page.goto('/premium/checkout?plan=annual')
  await live(page)
  await page.getByLabel('Card number with pk_test_journeys').fill('4000 0025 0000 3155')
  await page.getByRole('button', { name: /^Pay €/ }).click()
  await expect(page.getByText('Thank you! Premium is active')).toBeVisible()
  await page.goto('/premium')
  await expect(page.getByText('Annual').first()).toBeVisible()
})
