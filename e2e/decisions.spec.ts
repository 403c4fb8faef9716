import { FACTS, openDialog, person, written } from './decisions-steps.ts'
import { administrator, signInAs, expect, giveReason, tabTo, test } from './world.ts'

// Staff decisions, and the notices that members read.

test('an administrator suspends someone by the keyboard alone, sees what will happen, and can undo it', async ({
  page,
}) => {
  const ada = await person(page, 'Ada')
  await signInAs(page, administrator)
  const dialog = await openDialog(page, ada.user._id)
  await tabTo(page, dialog.getByLabel('Decision'))
  await page.keyboard.type('Suspend')
  await tabTo(page, dialog.getByLabel('Duration'))
  await page.keyboard.type('14')
  await tabTo(page, dialog.getByLabel('Facts (visible to the member)'))
  await page.keyboard.type(FACTS)
  const preview = dialog.getByRole('region', { name: 'Effects' })
  await expect(preview.getByText(/signed out everywhere, and no one can see them until/)).toBeVisible()
  await preview.getByText('Email preview').click()
  await expect(preview.getByText(FACTS)).toBeVisible()
  await tabTo(page, dialog.getByRole('button', { name: 'Apply', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').getByText('is suspended.')).toBeVisible()
  const decisions = page.getByRole('region', { name: /^Decisions/ })
  await expect(decisions.getByText('Active')).toBeVisible()
  await tabTo(page, decisions.getByRole('button', { name: 'Undo' }))
  await page.keyboard.press('Enter')
  await expect(decisions.getByText('Undone')).toBeVisible()
  await expect(decisions.getByText(/^Ended .* · Kindred Admin$/)).toBeVisible()
  await signInAs(page, ada)
  await page.goto('/support')
  await expect(page.getByRole('heading', { name: 'Your reports' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Decisions about your account' })).toBeHidden()
})

test('a suspended member reads why in the app', async ({ page }) => {
  const ada = await person(page, 'Eva')
  await signInAs(page, administrator)
  const dialog = await openDialog(page, ada.user._id)
  await dialog.getByLabel('Decision').selectOption('suspend')
  await dialog.getByLabel('Rule broken').selectOption('6')
  await dialog.getByLabel('Facts (visible to the member)').fill(FACTS)
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(page.getByRole('status').getByText('is suspended.')).toBeVisible()
  await signInAs(page, ada)
  await page.goto('/support')
  const decisions = page.getByRole('region', { name: 'Decisions about your account' })
  await expect(decisions.getByText('Rule: No business, no money')).toBeVisible()
  await expect(decisions.getByText(FACTS)).toBeVisible()
  await expect(decisions.getByText(/administrator|Ines/)).toBeHidden()
})

test('staff remove a message from the view of a report’s two people, and its reader sees that', async ({ page }) => {
  const [sam, ben] = [await person(page, 'Samuel'), await person(page, 'Bert')]
  const { match, message } = await written(sam, ben)
  const { report } = (
    await ben.client.createReport({
      body: { problem_type: 'Other', detail: 'scam', description: 'They want a gift card.', messageId: message },
    })
  ).data
  await signInAs(page, administrator)
  await page.goto(`/reports/${report._id}`)
  await expect(page.getByRole('region', { name: 'People' }).getByText(/1 message\./)).toBeVisible()
  await page.getByRole('button', { name: 'Show messages' }).click()
  await giveReason(page)
  const messages = page.getByRole('region', { name: 'Their messages' }).first()
  await expect(messages.getByText('Samuel').first()).toBeVisible()
  const act = page.getByRole('button', { name: 'Take action on this message…' })
  await expect(act).toBeHidden()
  await page.getByRole('button', { name: 'Show evidence' }).click()
  await act.click()
  const dialog = page.getByRole('dialog', { name: /^Take action on/ })
  await expect(dialog.getByText('The message is removed for both people.')).toBeVisible()
  await expect(dialog.getByLabel('Violation type')).toHaveValue('scam')
  await dialog.getByLabel('Facts (visible to the member)').fill(FACTS)
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(page.getByRole('status').getByText(/content is removed/)).toBeVisible()
  await signInAs(page, ben)
  await page.goto(`/chat/${match}`)
  await expect(page.getByText('Our team removed this message')).toBeVisible()
  await expect(page.getByText('Can you buy me a gift card?')).toBeHidden()
})

test('a reported scammer is banned without typing once the evidence was seen, and the next report follows', async ({
  page,
}) => {
  const [ada, eve] = [await person(page, 'Ada'), await person(page, 'Mallory')]
  const reports = []
  for (const { user } of [eve, await person(page, 'Trent')]) {
    const about = {
      userId: user._id,
      problem_type: 'Other',
      detail: 'scam',
      description: 'Asks for gift cards.',
    } as const
    reports.push((await ada.client.createReport({ body: about })).data.report)
  }
  const search = ada.lastName
  await signInAs(page, administrator)
  await page.goto(`/reports?search=${search}`)
  const [first] = reports
  await page.locator(`a[href="/reports/${first!._id}"]`).first().click()
  const decision = page.getByRole('region', { name: 'Decision' })
  await expect(decision.getByLabel('Decision')).toHaveValue('ban')
  await expect(decision.getByLabel('Rule broken')).toHaveValue('6')
  await expect(decision.getByLabel('Violation type')).toHaveValue('scam')
  await expect(decision.getByLabel('Facts (visible to the member)')).toHaveValue(/^Reported on .*: Scam or fraud\./)
  await expect(decision.getByRole('region', { name: 'Effects' })).toBeVisible()
  await expect(decision.getByRole('button', { name: /^Ban Mallory/ })).toBeHidden()
  await decision.getByRole('button', { name: 'Look at the evidence first' }).click()
  await giveReason(page)
  await expect(
    page.getByRole('region', { name: 'Evidence' }).getByRole('button', { name: 'Show evidence' }),
  ).toBeHidden()
  await decision.getByRole('button', { name: /^Ban Mallory/ }).click()
  await expect(decision.getByText('Active')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Actions' }).getByRole('button', { name: 'Reopen' })).toBeVisible()
  await decision.getByRole('button', { name: 'Next report' }).click()
  await expect(page).toHaveURL(/\/reports\/[0-9a-f-]{36}$/)
  await expect(page).not.toHaveURL(new RegExp(first!._id))
})
