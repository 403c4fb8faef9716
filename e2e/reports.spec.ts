import type { Page } from '@playwright/test'
import {
  callsOf,
  administrator,
  newMember,
  signInAs,
  expect,
  giveReason,
  moderator,
  test,
  likeEachOther,
} from './world.ts'

test('a report from both sides: sent, answered with an internal note, resolved in one click, read', async ({
  page,
  browser,
}) => {
  const ada = await newMember(page)
  const words = `The lamp flickers, ${Date.now()}`
  await signInAs(page, ada)
  await page.goto('/support')
  await page.getByLabel('What happened?').fill(words)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('region', { name: 'Conversation' }).getByText(words)).toBeVisible()
  const context = await browser.newContext()
  const desk = await context.newPage()
  await signInAs(desk, administrator)
  await desk.goto('/reports')
  await expect(desk.getByRole('heading', { name: 'Reports Management' })).toBeVisible()
  const specified = ['ID', 'Description', 'User', 'Type', 'Priority', 'Status', 'Date', 'Replies', 'Actions']
  for (const name of [...specified, 'Reported', 'Assignee'])
    await expect(desk.getByRole('columnheader', { name, exact: true })).toBeVisible()
  await desk.getByLabel('Search reports').fill(words)
  await expect(desk.getByRole('row')).toHaveCount(2)
  await desk.getByRole('button', { name: /^Reply to/ }).click()
  const dialog = desk.getByRole('dialog', { name: /Reply to report \w{6}/ })
  await expect(dialog.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
  await dialog.getByLabel('Reply', { exact: true }).fill('   ')
  await dialog.getByLabel(/Internal notes/).fill('Known lamp')
  await expect(dialog.getByText('Please enter a reply message')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save as internal note' }).click()
  await expect(desk.getByText('Note saved')).toBeVisible()
  await dialog.getByLabel('Reply', { exact: true }).fill('')
  await expect(dialog.getByLabel('Canned reply').locator('[value=mended]')).toBeAttached()
  await dialog.getByLabel('Reply', { exact: true }).pressSequentially('/mended ')
  await expect(dialog.getByLabel('Reply', { exact: true })).toHaveValue(/this is fixed now/)
  await dialog.getByLabel('Reply', { exact: true }).fill('We have changed the bulb.')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog).toBeHidden()
  await page.goto('/support')
  await expect(page.getByText('New reply')).toBeVisible()
  await page.getByRole('button', { name: 'Open' }).first().click()
  await expect(page.getByText('We have changed the bulb.')).toBeVisible()
  await page.getByRole('link', { name: 'All your reports' }).click()
  await expect(page.getByText('Replied')).toBeVisible()
  await page.getByRole('button', { name: 'Open' }).first().click()
  // The list counts the reply, but not the internal note.
  await expect(desk.getByRole('cell', { name: '1', exact: true })).toBeVisible()
  await desk.getByRole('button', { name: /resolved$/ }).click()
  await expect(desk.getByRole('table').getByText('Resolved', { exact: true })).toBeVisible()
  await desk.getByRole('table').getByRole('link').first().click()
  await expect(desk.getByText('Private note.')).toBeVisible()
  await desk.getByRole('button', { name: 'Reopen' }).click()
  await desk.getByLabel('Reason').fill('It flickers still.')
  await desk.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click()
  await expect(desk.getByText(/Status: Resolved\s+In progress/)).toBeVisible()
  const changed = desk.getByText('This report has changed since you began writing.')
  await desk.getByRole('button', { name: /^Reply to/ }).press('Enter')
  await desk.getByRole('textbox', { name: /^Reply to/ }).fill('Is it better now?')
  await expect(changed).toBeHidden()
  await desk.getByRole('button', { name: 'Change priority' }).press('Enter')
  await desk.getByRole('menuitem', { name: 'Critical' }).press('Enter')
  await expect(desk.getByText('Priority changed.')).toBeVisible()
  await expect(desk.getByText(/Priority: \w+\s+Critical/)).toBeVisible()
  await expect(changed).toBeHidden()
  const { email, password } = moderator
  const { token } = (await callsOf(desk).login({ body: { email, password } })).data
  const params = { id: desk.url().split('/').at(-1)! }
  await callsOf(desk, token).setReportPriority({ params, body: { priority: 'medium' } })
  await expect(changed).toBeVisible()
  await desk.getByRole('textbox', { name: /^Reply to/ }).fill('')
  await page.reload()
  await expect(page.getByText('We have changed the bulb.')).toBeVisible()
  await expect(page.getByText('Known lamp')).toHaveCount(0)
  await context.close()
})

test('the queue works by keyboard: next, answer, resolve, note', async ({ page }) => {
  const ada = await newMember(page)
  const words = `By keys ${Date.now()}`
  await ada.client.createReport({ body: { problem_type: 'Bug Report', description: words } })
  await signInAs(page, administrator)
  await page.goto(`/reports?search=${encodeURIComponent(words)}`)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.keyboard.press('j')
  await page.keyboard.press('r')
  // The dialog handles keys once it has the focus.
  await expect(page.getByRole('dialog', { name: /Reply to report/ }).locator(':focus')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('e')
  await expect(page.getByRole('table').getByText('Resolved', { exact: true })).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByRole('textbox', { name: 'Private note' })).toBeFocused()
})

test('a note and a reply on a report have separate fields, so a note never reaches the member', async ({ page }) => {
  const ada = await newMember(page)
  const { report } = (await ada.client.createReport({ body: { problem_type: 'Other', description: 'Who reads me?' } }))
    .data
  await signInAs(page, administrator)
  await page.goto(`/reports/${report._id}`)
  const [reply, note] = [
    page.getByRole('textbox', { name: 'Reply to Ada' }),
    page.getByRole('textbox', { name: 'Private note' }),
  ]
  // Neither field is open until it is wanted.
  await expect(reply).toHaveCount(0)
  await page.getByRole('button', { name: 'Reply to Ada' }).click()
  await reply.fill('We are looking into it.')
  await expect(note).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Save private note' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Private note', exact: true }).click()
  await expect(reply).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Send reply' })).toHaveCount(0)
  await expect(note).toHaveValue('')
  await note.fill('She wrote the same last week.')
  await page.getByRole('button', { name: 'Save private note' }).click()
  await expect(page.getByRole('status').getByText('Note saved')).toBeVisible()
  await expect(note).toHaveValue('')
  // The draft of the reply is still in its field after a reload.
  await page.reload()
  await expect(reply).toHaveValue('We are looking into it.')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(page.getByRole('status').getByText('Reply sent to Ada')).toBeVisible()
  const mine = (await ada.client.getReport({ params: { id: report._id } })).data.report
  expect(mine.replies.map(({ message }) => message)).toEqual(['We are looking into it.'])
})

/** Ada reported a message from Kai. */
async function reportedMessage(page: Page) {
  const [ada, kai] = [await newMember(page), await newMember(page, { firstName: 'Kai' })]
  const params = { id: await likeEachOther(ada, kai) }
  const sent = await kai.client.sendMessage({ params, body: { clientId: 'evidence-1', text: 'Rude words' } })
  const { report } = (
    await ada.client.createReport({
      body: { problem_type: 'Harassment', description: 'See what he wrote.', messageId: sent.data.message._id },
    })
  ).data
  return { kai, report }
}

test("staff must give a reason to see a report's evidence, and the log records it", async ({ page }) => {
  const { kai, report } = await reportedMessage(page)
  await signInAs(page, administrator)
  await page.goto(`/reports/${report._id}`)
  await expect(page.getByText('Evidence at the time of the report')).toBeVisible()
  await expect(page.getByText('Rude words')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show evidence' }).click()
  await giveReason(page, 'It was reported as harassment.')
  await expect(page.getByText('Rude words')).toBeVisible()
  await expect(page.getByText('Nothing on their profile has changed.')).toBeVisible()
  await page.getByRole('button', { name: 'Set legal hold…' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('The police asked for it.')
  await page.getByRole('dialog').getByRole('button', { name: 'Set legal hold' }).click()
  await expect(page.getByText('The police asked for it.')).toBeVisible()
  await page.goto(`/audit?what=evidence.opened&about=${kai.user._id}`)
  await expect(page.getByRole('row').nth(1)).toContainText('It was reported as harassment.')
  // The record has the same name as in its list, and links to the list.
  await page
    .getByRole('row')
    .nth(1)
    .getByRole('link', { name: report._id.slice(-6), exact: true })
    .click()
  await expect(page).toHaveURL(new RegExp(`/reports/${report._id}$`))
})

test('claiming a report opens its evidence and its people, and a colleague sees who has it', async ({
  page,
  browser,
}) => {
  const { kai, report } = await reportedMessage(page)
  const reason = `Working on report ${report._id.slice(-6)}`
  await signInAs(page, administrator)
  await page.goto(`/reports/${report._id}`)
  await page.getByRole('button', { name: 'Assign to me' }).click()
  // Nothing is asked: the claim is the reason, also on the page of the person.
  const messages = page.getByRole('region', { name: 'Messages' })
  await expect(messages.getByText('Rude words')).toBeVisible()
  await expect(messages.getByText('Kai').first()).toBeVisible()
  await expect(page.getByText('You’re working on this report.')).toBeVisible()

  const desk = await (await browser.newContext()).newPage()
  await signInAs(desk, moderator)
  await desk.goto(`/reports/${report._id}`)
  await expect(desk.getByText(/Kindred Admin is working on this report until /)).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Assign to me' })).toHaveCount(0)
  // A colleague gives the same reason with one press.
  await desk.getByRole('button', { name: 'Show evidence' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: reason }).click()
  await expect(desk.getByText('Rude words')).toBeVisible()
  await desk.getByRole('link', { name: 'Open full profile' }).first().click()
  await expect(desk.getByRole('heading', { name: 'Sign-ins' })).toBeVisible()

  await page.getByRole('link', { name: 'Open full profile' }).first().click()
  await expect(page.getByRole('heading', { name: 'Sign-ins' })).toBeVisible()
  await page.goto(`/audit?what=account.opened&about=${kai.user._id}`)
  await expect(page.getByRole('row').filter({ hasText: reason })).toHaveCount(2)
})
