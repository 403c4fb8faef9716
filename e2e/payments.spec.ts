import type { Page } from '@playwright/test'
import { pay } from './payments-steps.ts'
import { administrator, expect, inLetters, newMember, signInAs, test } from './world.ts'

// A missing subscription is a valid answer, but the browser logs its 404 as an error.
test.use({ expectedErrors: /status of 404/ })

/** Counts clicks, and uses of Enter, that happen in the page from now on. */
const countChoices = (page: Page) =>
  page.evaluate(() => {
    const counted = globalThis as { choices?: number }
    counted.choices = 0
    const count = () => void (counted.choices = (counted.choices ?? 0) + 1)
    addEventListener('pointerdown', count, true)
    addEventListener('keydown', ({ key }) => key === 'Enter' && count(), true)
  })
const choicesOf = (page: Page) => page.evaluate(() => (globalThis as { choices?: number }).choices)

test('a payment is found, opened and refunded with four choices, and found again by its invoice', async ({
  page,
  browser,
}) => {
  const mark = inLetters(`Kestrel${Date.now()}`)
  const ada = await newMember(page, { firstName: 'Ada', lastName: mark })
  await signInAs(page, ada)
  await pay(page)
  const office = await browser.newPage()
  await signInAs(office, administrator)
  await office.goto('/dashboard')
  await expect(office.getByRole('heading', { level: 1 })).toBeVisible()
  await countChoices(office)
  await office.keyboard.press('Control+k')
  await office.getByRole('combobox', { name: /^Search screens, settings and actions/ }).fill(mark)
  await office.getByRole('option', { name: `Ada ${mark} paid €12.90` }).click()
  await expect(office).toHaveURL(/\/subscriptions\?payment=[\da-f-]{36}$/)
  const sheet = office.getByRole('dialog', { name: 'Payment of €12.90' })
  await sheet.getByRole('button', { name: 'Refund…' }).click()
  await expect(sheet.getByLabel('Amount')).toHaveValue('12.90')
  await sheet.getByRole('button', { name: 'Asked within 14 days' }).click()
  await sheet.getByRole('button', { name: 'Refund €12.90' }).click()
  const timeline = sheet.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
  await expect(timeline.filter({ hasText: 'refunded €12.90' })).toContainText('Asked within 14 days')
  expect(await choicesOf(office)).toBe(4)
  await expect(timeline.last()).toContainText('Paid €12.90')
  await expect(timeline.filter({ hasText: 'Subscription ended' })).toBeVisible()
  await expect(sheet.getByText('Refunded', { exact: true }).first()).toBeVisible()
  await expect(sheet.getByRole('button', { name: /^Refund/ })).toHaveCount(0)
  // The payment has an address, and its number finds it again.
  const number = (await sheet.getByText(/^[\dA-F]{8}-\d{4}$/).textContent())!
  await office.reload()
  await expect(timeline.last()).toContainText('Paid €12.90')
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(office).toHaveURL(/\/subscriptions$/)
  await expect(sheet).toBeHidden()
  await office.keyboard.press('/')
  await expect(office.getByLabel('Search by name, email, invoice or card')).toBeFocused()
  await office.keyboard.type(number.toLowerCase())
  await expect(office).toHaveURL(/\/subscriptions\?search=/)
  const rows = office.getByRole('table', { name: 'Subscriptions' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  await office.getByLabel('Search by name, email, invoice or card').press('Escape')
  await office.keyboard.press('j')
  await office.keyboard.press('Enter')
  await expect(sheet).toBeVisible()
  await office.keyboard.press('Escape')
  await rows
    .nth(1)
    .getByRole('link', { name: `Ada ${mark}` })
    .click()
  await office
    .getByRole('region', { name: 'Subscription' })
    .getByRole('link', { name: /€12\.90$/ })
    .click()
  await expect(sheet).toBeVisible()
  await office.close()
})
