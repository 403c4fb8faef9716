import { give, isVIP, own, toCheckout } from './billing-steps.ts'
import { administrator, newMember, signInAs, expect, clockServer, test } from './world.ts'

// A missing subscription is a valid answer, but the browser logs its 404 as an error.
test.use({ baseURL: `http://127.0.0.1:${clockServer.port}`, expectedErrors: /status of 404/ })

// These journeys share the sandbox's clock, so they run one at a time.
test.describe.configure({ mode: 'serial' })

test("a member starts a trial from an administrator's offer with a card, and pays when it ends", async ({
  page,
  browser,
}) => {
  const office = await browser.newPage()
  await signInAs(office, administrator)
  await office.goto('/configuration?section=trials')
  await office.getByLabel('Quarterly (days)').fill('7')
  await office.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(office.getByText('Saved. Your changes are live.')).toBeVisible()
  await signInAs(page, await newMember(page))
  await page.goto('/premium')
  await expect(page.getByText('First 7 days free.')).toBeVisible()
  await toCheckout(page, 'Quarterly')
  await expect(page.getByText(/7 days free, then/)).toBeVisible()
  await expect(page.getByText(/You won’t be charged today/)).toBeVisible()
  await give(page, 'Asks for confirmation', 'Use this card')
  await page.getByRole('button', { name: 'Yes, it’s me' }).click()
  await expect(page.getByText('Your trial has started')).toBeVisible()
  await expect.poll(() => isVIP(page)).toBe(true)
  await page.getByRole('link', { name: 'Your subscription' }).click()
  await expect(own(page).getByText('Trial', { exact: true })).toBeVisible()
  await expect(own(page).getByText(/Your trial runs until/)).toBeVisible()
  await office.goto('/dev/payments')
  await office.getByRole('button', { name: 'A week' }).click()
  await expect(office.getByRole('row').filter({ hasText: 'authentication' }).first()).toContainText('active')
  await page.reload()
  await expect(own(page).getByText('Active')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: '29.70' })).toBeVisible()
  await office.goto('/configuration?section=trials')
  await office.getByLabel('Quarterly (days)').fill('0')
  await office.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(office.getByText('Saved. Your changes are live.')).toBeVisible()
  await office.close()
})

test('a partial refund is shown beside the invoice, and a full one ends premium', async ({ page, browser }) => {
  const ada = await newMember(page)
  await signInAs(page, ada)
  await toCheckout(page, 'Monthly')
  await give(page, 'Succeeds')
  await expect(page.getByText('Thank you! Premium is active')).toBeVisible()
  const id = await page.evaluate(() => (JSON.parse(localStorage.getItem('user')!) as { _id: string })._id)
  const office = await browser.newPage()
  await signInAs(office, administrator)
  const refund = async (amount: string) => {
    await office.goto(`/users/${id}`)
    await office.getByRole('button', { name: 'Refund…' }).click()
    const refunding = office.getByRole('form', { name: 'Refund' })
    await refunding.getByLabel('Amount').fill(amount)
    await refunding.getByRole('button', { name: 'Another reason…' }).click()
    await refunding.getByLabel('What happened?').fill('Asked for it.')
    await refunding.getByRole('button', { name: `Refund €${amount}` }).click()
    await expect(office.getByRole('status').getByText('Refunded.')).toBeVisible()
    await expect(office.getByText('Asked for it.').first()).toBeVisible()
  }
  await refund('2.90')
  await page.goto('/premium')
  await expect(page.getByText(/2\.90 refunded/)).toBeVisible()
  await refund('10.00')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Continue to payment' })).toBeVisible()
  await expect.poll(() => isVIP(page)).toBe(false)
  await office.close()
})
