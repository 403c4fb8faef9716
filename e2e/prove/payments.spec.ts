import { pay } from '../payments-steps.ts'
import { administrator, expect, inLetters, newMember, signInAs, test } from '../world.ts'

// A missing subscription is a valid answer, but the browser logs its 404 as an error.
test.use({ expectedErrors: /status of 404/ })

test.describe('a lost response', () => {
  test.use({ expectedErrors: /status of 404|status of 409|ERR_FAILED/ })

  test('a refund whose response was lost is not made again by the same form', async ({ page, browser }) => {
    const mark = inLetters(`Merlin${Date.now()}`)
    await signInAs(page, await newMember(page, { firstName: 'Ada', lastName: mark }))
    await pay(page)
    const office = await browser.newPage()
    await signInAs(office, administrator)
    await office.goto(`/subscriptions?search=${mark}`)
    const rows = office.getByRole('table', { name: 'Subscriptions' }).getByRole('row')
    await expect(rows).toHaveCount(2)
    await office.keyboard.press('j')
    await office.keyboard.press('Enter')
    const sheet = office.getByRole('dialog', { name: 'Payment of €12.90' })
    await sheet.getByRole('button', { name: 'Refund…' }).click()
    await sheet.getByLabel('Amount').fill('2.90')
    await sheet.getByRole('button', { name: 'Charged by mistake' }).click()
    await office.route(/\/refund$/, async (route) => {
      await route.fetch()
      await route.abort()
    })
    const again = sheet.getByRole('button', { name: 'Refund €2.90' })
    await again.click()
    const timeline = sheet.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
    await expect(timeline.filter({ hasText: 'refunded €2.90' })).toHaveCount(1)
    await office.unroute(/\/refund$/)
    await again.click()
    await expect(sheet.getByText('This has just been refunded.')).toBeVisible()
    await expect(timeline.filter({ hasText: 'refunded €2.90' })).toHaveCount(1)
    // A form that is opened again shows what is left.
    await sheet.getByRole('button', { name: 'Cancel' }).click()
    await sheet.getByRole('button', { name: 'Refund…' }).click()
    await expect(sheet.getByLabel('Amount')).toHaveValue('10.00')
    await office.close()
  })
})
