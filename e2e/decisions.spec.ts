import type { Locator, Page } from '@playwright/test'
import {
  administrator,
  callsOf,
  newMember,
  signInAs,
  expect,
  giveReason,
  showPrivateData,
  inLetters,
  mailTo,
  passDecisions,
  clockServer,
  tabTo,
  test,
  likeEachOther,
} from './world.ts'

// Staff decisions, and the notices that members read.

const FACTS = 'Asked three people for gift cards on Monday.'
const person = (page: Page, firstName: string) =>
  newMember(page, { firstName, lastName: inLetters(`Decided${Date.now()}`), dateOfBirth: '1961-03-09' })

type TestMember = Awaited<ReturnType<typeof person>>

async function written(from: TestMember, to: TestMember) {
  const id = await likeEachOther(from, to)
  const body = { clientId: `journey-${Date.now()}`, text: 'Can you buy me a gift card?' }
  const { message } = (await from.client.sendMessage({ params: { id }, body })).data
  return { match: id, message: message._id }
}

async function openDialog(page: Page, id: string) {
  await page.goto(`/users/${id}`)
  await showPrivateData(page)
  await tabTo(page, page.getByRole('button', { name: /^Take action on/ }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Take action on/ })
  await expect(dialog).toBeVisible()
  return dialog
}

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

test('before a ban for fraud, staff see by keyboard who is warned, and the text', async ({ page }) => {
  const [sam, ben] = [await person(page, 'Sam'), await person(page, 'Benno')]
  await written(sam, ben)
  await signInAs(page, administrator)
  const dialog = await openDialog(page, sam.user._id)
  await tabTo(page, dialog.getByLabel('Decision'))
  await page.keyboard.type('Ban')
  await tabTo(page, dialog.getByLabel('This was fraud'))
  await page.keyboard.press('Space')
  await expect(dialog.getByText(/^1 person who received messages from them will be warned in 12 hours/)).toBeVisible()
  const warnings = dialog.getByRole('region', { name: 'Fraud warnings' })
  await tabTo(page, warnings.getByLabel('Preview for'))
  await page.keyboard.type('Benno')
  await expect(warnings.getByText(/We banned Sam, who sent you messages on Kindred\./)).toBeVisible()
  await expect(warnings.getByText(/never send money/i)).toBeVisible()
})

/** Scrolls to an element, and waits until it is within the window with nothing covering it. */
async function expectUncovered(part: Locator) {
  await part.scrollIntoViewIfNeeded()
  const found = await part.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    const isOnTop = element.contains(document.elementFromPoint(x, y))
    return { isOnTop, isInside: top >= 0 && left >= 0 && right <= innerWidth && bottom <= innerHeight }
  })
  expect(found, String(part)).toEqual({ isOnTop: true, isInside: true })
}

for (const width of [390, 1440])
  test(`a ban for fraud hides none of its consequences at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    const [sam, ben] = [await person(page, 'Sam'), await person(page, 'Bennet')]
    await written(sam, ben)
    await signInAs(page, administrator)
    const dialog = await openDialog(page, sam.user._id)
    await dialog.getByLabel('Decision').selectOption('ban')
    await dialog.getByLabel('Violation type').selectOption('scam')
    await dialog.getByLabel('This was fraud').check()
    await dialog.getByLabel('Facts (visible to the member)').fill(FACTS)
    const preview = dialog.getByRole('region', { name: 'Effects' })
    await expect(preview.getByText(/will be warned in 12 hours/)).toBeVisible()
    await expect(dialog.getByRole('region', { name: 'Fraud warnings' }).getByText(/^1 person received/)).toBeVisible()
    await preview.getByText('Email preview').click()
    await expect(preview.getByText(FACTS)).toBeVisible()
    const items = preview.getByRole('listitem')
    const parts = [preview.getByText(/strikes? so far/), ...(await items.all())]
    expect(parts.length).toBeGreaterThan(4)
    parts.push(preview.getByText('Email preview'), preview.locator('details b'))
    parts.push(dialog.getByLabel('Preview for'), dialog.getByRole('button', { name: 'Apply', exact: true }))
    for (const part of parts) await expectUncovered(part)
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
  await messages.getByRole('button', { name: 'Take action on this message…' }).click()
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

test.describe('on a server whose time can be moved on', () => {
  test.use({ baseURL: `http://127.0.0.1:${clockServer.port}` })

  test('a suspension expires while its member looks at it, and an email confirms it', async ({ page }) => {
    const ida = await person(page, 'Ida')
    const { data } = await callsOf(page).login({ body: administrator })
    const body = { kind: 'suspend', days: 7, rule: 6, category: 'scam', facts: FACTS } as const
    await callsOf(page, data.token).decide({ params: { id: ida.user._id }, body })
    await page.clock.install()
    await signInAs(page, ida)
    await page.goto('/matches')
    const restricted = page.getByRole('heading', { name: 'Your account is restricted' })
    await expect(restricted).toBeVisible()
    await page.clock.runFor('01:01')
    await expect(restricted).toBeVisible()
    await passDecisions(page, clockServer.port, ida)
    await page.clock.runFor('01:01')
    await expect(restricted).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Matches', exact: true })).toBeVisible()
    expect(await mailTo(page, ida.email, /A restriction on your account has been lifted/)).toContain('has expired')
  })
})

test('a reported scammer is banned in three clicks without typing, and the next report follows', async ({ page }) => {
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
  await decision.getByRole('button', { name: /^Ban Mallory/ }).click()
  await expect(decision.getByText('Active')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Actions' }).getByRole('button', { name: 'Reopen' })).toBeVisible()
  await decision.getByRole('button', { name: 'Next report' }).click()
  await expect(page).toHaveURL(/\/reports\/[0-9a-f-]{36}$/)
  await expect(page).not.toHaveURL(new RegExp(first!._id))
})
