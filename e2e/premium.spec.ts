import { newMember, signInAs, expect, test } from './world.ts'

const choose = async (page: import('@playwright/test').Page, card: string) => {
  await page.getByLabel('Test card').selectOption(card)
  await page.getByRole('button', { name: /^Pay €/ }).click()
}

test('a member pays after a declined card and a bank confirmation, sees who likes them, and cancels in one click', async ({
  page,
}) => {
  const ada = await newMember(page)
  await signInAs(page, ada)
  // A link from another site doesn't create a subscription.
  const created: string[] = []
  page.on('request', (sent) => sent.url().endsWith('/subscription/create') && created.push(sent.url()))
  await page.goto('/premium/checkout?plan=annual&begin=yes')
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeVisible()
  expect(created).toEqual([])
  await page.goto('/premium')
  await expect(page.getByText('Paying never changes the order in which people are shown.')).toBeVisible()
  await page.getByLabel('Monthly').check()
  const entries = await page.evaluate(() => history.length)
  await page.getByRole('button', { name: 'Continue to payment' }).dblclick()
  // One page shows the plan, the dates, the card, the price and the cancellation terms, and still lets the plan be
  // changed.
  await expect(page.getByRole('button', { name: 'Pay €12.90' })).toBeVisible()
  await page.getByRole('group', { name: 'Plan' }).getByRole('button', { name: 'Quarterly' }).click()
  await expect(page.getByRole('button', { name: 'Pay €29.70' })).toBeVisible()
  await expect(
    page.getByText(/^You pay €29\.70 today, then again every 3 months\. Your next payment is on /),
  ).toBeVisible()
  await expect(page.getByText(/^Renews until you cancel, which takes one click\./)).toBeVisible()
  await page.getByRole('group', { name: 'Plan' }).getByRole('button', { name: 'Monthly' }).click()
  await expect(page.getByRole('button', { name: 'Pay €12.90' })).toBeVisible()
  await choose(page, 'Is declined')
  await expect(page.getByText('Your card was declined. Please try another one.')).toBeVisible()
  await choose(page, 'Asks for confirmation')
  await page.getByRole('button', { name: 'Yes, it’s me' }).click()
  await expect(page.getByText('Thank you! Premium is active')).toBeVisible()
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('user')!).isVIP)).toBe(true)
  expect(await page.evaluate(() => history.length)).toBe(entries + 1)
  await page.getByRole('link', { name: 'See who likes you' }).click()
  await expect(page.getByText('No likes yet')).toBeVisible()
  // There is nothing left to pay.
  await page.goBack()
  await expect(page).toHaveURL(/\/premium$/)
  await page.goto('/premium')
  await expect(page.getByText(/It renews on .+ for €12\.90\./)).toBeVisible()
  await expect(page.getByText('visa •••• 3155')).toBeVisible()
  await page.getByRole('button', { name: 'Boost my profile' }).click()
  await expect(page.getByText(/^You’re boosted until/)).toBeVisible()
  // The text about the refund comes before the buttons.
  await expect(
    page.getByText('you keep Premium until then, and there’s no refund for the time that’s left.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(page.getByText('You won’t be charged again.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep Premium' }).click()
  await expect(page.getByText(/It renews on/)).toBeVisible()
  await page.getByLabel('Annual').check()
  await expect(page.getByText(/for your remaining time/)).toBeVisible()
  await page.getByRole('button', { name: 'Change plan now' }).click()
  await expect(page.getByRole('region', { name: 'Your subscription' }).getByText('Annual')).toBeVisible()
  await page.getByLabel('Monthly').check()
  await expect(
    page.getByText(/^You pay nothing now, and there’s no refund: your remaining time is worth €82\./),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Change plan now' }).click()
  await expect(page.getByText(/Your credit of €\d+\.\d\d pays for your next payments\. If you cancel/)).toBeVisible()
})
