import type { Browser, Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { administrator, expect, giveReason, inLetters, moderator, newMember, signInAs, test } from '../world.ts'

async function reported(page: Page) {
  const [ada, mallory] = [
    await newMember(page),
    await newMember(page, { firstName: 'Mallory', lastName: inLetters(randomUUID()) }),
  ]
  const { report } = (
    await ada.client.createReport({
      body: {
        problem_type: 'Other',
        detail: 'scam',
        description: 'Asks for gift cards.',
        userId: mallory.user._id,
      },
    })
  ).data
  return { report, mallory }
}

async function askForBan(page: Page, { report }: Awaited<ReturnType<typeof reported>>) {
  await signInAs(page, moderator)
  await page.goto(`/reports/${report._id}`)
  const decision = page.getByRole('region', { name: 'Decision' })
  await expect(decision.getByText('Nothing happens until an administrator approves it.')).toBeVisible()
  await expect(decision.getByText(/1 minute to undo/)).toBeHidden()
  await decision.getByRole('button', { name: 'Look at the evidence first' }).click()
  await giveReason(page)
  await decision.getByRole('button', { name: 'Request ban of Mallory' }).click()
  await expect(page.getByRole('status').getByText('An administrator has to approve this first.')).toBeVisible()
  await expect(decision.getByText('Waiting for approval')).toBeVisible()
  return decision
}

async function approver(browser: Browser, name: string) {
  const page = await (await browser.newContext()).newPage()
  await signInAs(page, administrator)
  await page.goto('/approvals')
  return { page, request: page.getByRole('listitem').filter({ hasText: name }) }
}

// A ban that a moderator asks for, as they and the administrator who approves it see it.

test.use({ expectedErrors: /status of 409/ })

test('an administrator sees what they approve, the moderator sees that it is approved, and it can be undone', async ({
  page,
  browser,
}) => {
  const { report, mallory } = await reported(page)
  const decision = await askForBan(page, { report, mallory })
  const other = await approver(browser, mallory.lastName)
  await expect(other.request.getByText('Rule broken: No business, no money')).toBeVisible()
  await expect(other.request.getByText(/^Reported on .*: Scam or fraud\.$/)).toBeVisible()
  await expect(other.request.getByRole('link', { name: 'Open the report' })).toHaveAttribute(
    'href',
    `/reports/${report._id}`,
  )
  await other.request.getByRole('button', { name: /^Approve/ }).click()
  const dialog = other.page.getByRole('dialog')
  const effects = dialog.getByRole('region', { name: 'Effects' })
  await expect(effects.getByText(/A ban is permanent\./)).toBeVisible()
  await expect(effects.getByText('1 open report about them is resolved.')).toBeVisible()
  await expect(effects.getByText(/1 minute to undo/)).toBeVisible()
  await effects.getByText('Email preview').click()
  await expect(effects.getByText('Your account is banned')).toBeVisible()
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(other.page.getByRole('status').getByText('Request approved.')).toBeVisible()
  await expect(decision.getByText('Active')).toBeVisible()
  await expect(decision.getByRole('button', { name: 'Withdraw request' })).toBeHidden()
  await other.page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect(other.page.getByRole('status').getByText('Undone.')).toBeVisible()
  await expect(decision.getByRole('button', { name: 'Request ban of Mallory' })).toBeVisible()
  await other.page.goto(`/users/${mallory.user._id}`)
  const decisions = other.page.getByRole('region', { name: /^Decisions/ })
  await expect(decisions.getByText('Undone')).toBeVisible()
  await expect(decisions.getByText('1 report closed')).toBeHidden()
  // The open report recommends the same as on its own page.
  await other.page.getByRole('button', { name: /^Take action on/ }).click()
  const action = other.page.getByRole('dialog', { name: /^Take action on/ })
  await expect(action.getByText('Recommended: Ban')).toBeVisible()
  await other.page.context().close()
})

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
