import { approver, askForBan, reported } from '../requested-bans-steps.ts'
import { administrator, expect, signInAs, test } from '../world.ts'

// A ban that a moderator asks for, as they and the administrator who approves it see it.

test.use({ expectedErrors: /status of 409/ })

test('a request that was declined meanwhile can’t be withdrawn, and the page says so', async ({ page, browser }) => {
  const waiting = await reported(page)
  // The page learns of nothing by itself.
  await page.routeWebSocket(/socket/, () => {})
  const decision = await askForBan(page, waiting)
  const other = await approver(browser, waiting.mallory.lastName)
  await other.request.getByRole('button', { name: /^Decline/ }).click()
  const dialog = other.page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(other.page.getByRole('status').getByText('Request declined.')).toBeVisible()
  await decision.getByRole('button', { name: 'Withdraw request' }).click()
  await expect(page.getByText('This request has already been decided.')).toBeVisible()
  await expect(decision.getByRole('button', { name: 'Request ban of Mallory' })).toBeVisible()
  await other.page.context().close()
})

test('the facts of a report are drafted in the language of the person who reads them', async ({ page }) => {
  const { report, mallory } = await reported(page)
  await mallory.client.setLanguage({ body: { language: 'de' } })
  await signInAs(page, administrator)
  await page.goto(`/reports/${report._id}`)
  const facts = page.getByRole('region', { name: 'Decision' }).getByLabel('Facts (visible to the member)')
  await expect(facts).toHaveValue(/^Gemeldet am .*: Betrug/)
  await expect(page.getByText('In their language: German.')).toBeVisible()
})
